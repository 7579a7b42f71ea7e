/* A small random stream that can be forked by key.
 *
 * Every statement of a generated program owns a stream derived from the seed
 * and from the statement's place in the program, so that dropping one statement
 * leaves the random choices of all others alone.  That is what makes reduction
 * by `--drop` work. */
#ifndef FUZZ_RNG_H
#define FUZZ_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

/* A hash of two words; used to derive keys from keys. */
uint64_t rng_mix(uint64_t a, uint64_t b);

struct rng rng_make(uint64_t key);
uint64_t rng_next(struct rng *r);

/* Uniform in 0..n-1; n must be positive. */
int rng_below(struct rng *r, int n);

/* Uniform in lo..hi, both included. */
int rng_between(struct rng *r, int lo, int hi);

bool rng_chance(struct rng *r, int percent);

#endif
