/* A callee reads through its argument or through memory of its own, whichever the iteration says:
 * the caller's store counts. */
#include <math.h>
#include "oracle.h"

static double state[4], last;

__attribute__((noinline)) static void advance(double a, const double *first, double *result)
{
    for (int i = 0; i < 4; i++) {
        double *places[3] = {&state[i], &last, &state[i]}, *t = places[0];
        places[0] = places[i % 3];
        places[i % 3] = t;
        for (double **p = places; p < places + 3; p++) {
            **p = 0.3 * (i < 1 ? *first : state[i]) / (2 + 0.25 * last) + sin(0.5 * **p);
            state[i] = cos(0.8 * (0.25 * i - state[1]));
        }
    }
    *result = tanh(0.5 * (state[1] - state[2] - a));
}

static double f(const double *x, int n)
{
    double begin = x[0], result;
    for (int i = 0; i < 4; i++)
        state[i] = x[i % n];
    last = x[n - 1];
    advance(x[1], &last, &result);
    begin = result * x[2];
    advance(0.5 * x[0], &begin, &last);
    return last + state[0] * state[3] + result;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.4, -0.3, 0.8}), 3);
    return oracle_result();
}
