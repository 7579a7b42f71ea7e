#include <math.h>
#include <stdint.h>
#include "model.h"

/* xorshift64* (Vigna, An experimental exploration of Marsaglia's xorshift generators, 2016). */
double draw_uniform(void)
{
    static uint64_t state = 0x9E3779B97F4A7C15u;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return ((state * 0x2545F4914F6CDD1Du >> 11) + 0.5) * 0x1p-53;
}

/* Box and Muller, A note on the generation of random normal deviates, 1958. */
double draw_normal(double mean, double sd)
{
    double radius = sqrt(-2 * log(draw_uniform()));
    return mean + sd * radius * cos(6.283185307179586 * draw_uniform());
}

double normal_logpdf(double mean, double sd, double x)
{
    double z = (x - mean) / sd;
    return -z * z / 2 - log(sd) - 0.9189385332046727; /* log(sqrt(2 pi)) */
}
