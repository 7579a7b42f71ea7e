/* A parameter struct with constants, counts and active floating-point values side by side; only two
 * members matter. */
#include <math.h>
#include "oracle.h"

struct params {
    int order;
    double rate; /* differentiated */
    float cutoff;
    const char *name;
    double decay; /* differentiated */
    unsigned char flags[4];
    double tolerance;
};

static double f(const struct params *p, double t)
{
    double s = 0;
    for (int k = 1; k <= p->order; k++) {
        if (fabs(s) < p->tolerance && k > 1)
            break;
        s += p->flags[k % 4] * exp(-p->decay * k * t) * pow(p->rate, k);
        if (k * t > p->cutoff)
            s *= p->name[0] == 'd' ? 0.5 : 1;
    }
    return s;
}

int main(void)
{
    struct params p = {4, 1.3, 2.5f, "damped", 0.2, {1, 2, 3, 4}, 1e-9}, dp = {0};

    double dt = __enzyme_autodiff((void *)f, enzyme_dup, &p, &dp, 0.7);
    double h = 1e-6;
    struct params up = p, down = p;
    up.rate += h, down.rate -= h;
    CHECK_TOL(dp.rate, (f(&up, 0.7) - f(&down, 0.7)) / (2 * h), 1e-7);
    up = down = p;
    up.decay += h, down.decay -= h;
    CHECK_TOL(dp.decay, (f(&up, 0.7) - f(&down, 0.7)) / (2 * h), 1e-7);
    CHECK_TOL(dt, (f(&p, 0.7 + h) - f(&p, 0.7 - h)) / (2 * h), 1e-7);
    CHECK(dp.tolerance, 0);
    CHECK_THAT(dp.order == 0 && dp.name == NULL);
    return oracle_result();
}
