/* The random stream: splitmix64 (Steele, Lea, Flood 2014), which passes the
 * usual tests, needs one word of state and can start from any key. */
#include "rng.h"

static uint64_t finish(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t rng_mix(uint64_t a, uint64_t b)
{
    return finish(a + 0x9e3779b97f4a7c15u * (b + 1));
}

struct rng rng_make(uint64_t key)
{
    return (struct rng){finish(key)};
}

uint64_t rng_next(struct rng *r)
{
    r->state += 0x9e3779b97f4a7c15u;
    return finish(r->state);
}

int rng_below(struct rng *r, int n)
{
    return (int)(rng_next(r) % (uint64_t)n);
}

int rng_between(struct rng *r, int lo, int hi)
{
    return lo + rng_below(r, hi - lo + 1);
}

bool rng_chance(struct rng *r, int percent)
{
    return rng_below(r, 100) < percent;
}
