/* Loops that end by their data, one in the other: the frames of their iterations are read from
 * first to last. */
#include "oracle.h"
#include <math.h>

void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);

static double f(double a)
{
    double s = a;
    while (s < 40) {
        double x = s;
        while (fabs(x * x - s) > 1e-12)
            x = 0.5 * (x + s / x);
        s += x * a;
    }
    return s;
}

int main(void)
{
    for (double a = 1.5; a < 5; a++) {
        void *t = __enzyme_augmentfwd((void *)f, a);
        CHECK(__enzyme_fwdsplit((void *)f, a, 2.0, t), 2 * __enzyme_autodiff((void *)f, a));
    }
    return oracle_result();
}
