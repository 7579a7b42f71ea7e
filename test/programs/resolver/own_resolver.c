/* A function whose implementation a resolver of the program chooses. */
#include "oracle.h"
#include <math.h>

int precise = 1;

static double series(double x)
{
    return x - x * x * x / 6;
}
static double exact(double x)
{
    return sin(x);
}

static double (*choose(void))(double)
{
    return precise ? exact : series;
}
double wave(double x) __attribute__((ifunc("choose")));

static double energy(double x)
{
    return wave(x) * wave(2 * x);
}

int main(void)
{
    ORACLE_SCALAR_IS(energy, 0.7, cos(0.7) * sin(1.4) + 2 * sin(0.7) * cos(1.4));
    return oracle_result();
}
