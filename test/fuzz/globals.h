/* Random functions that keep active values in memory behind globals.
 *
 * Rows of pointers, a struct with arrays, an array of structs, and a list, which the program has
 * allocated before: loops write their elements, pointers in them change places or lead elsewhere,
 * structs are copied, blocks grow, come and go. All of it is set from the arguments first. */
#ifndef FUZZ_GLOBALS_H
#define FUZZ_GLOBALS_H
#include <stdint.h>

/* Writes the program of a seed to standard output. */
void globals_write(uint64_t seed);
#endif
