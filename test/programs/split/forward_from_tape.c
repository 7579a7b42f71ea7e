/* __enzyme_fwdsplit: tangents from a tape, after the memory that the first half worked on has been
 * overwritten. */
#include "oracle.h"
#include <math.h>

void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
void __enzyme_fwdsplit_v(void *, ...);

static double f(double x, double y)
{
    return sin(x) * y;
}

static void steps(double *u, int n)
{
    for (int t = 0; t < n; t++) {
        double old = u[0];
        u[0] = u[0] * u[0] + u[1];
        u[1] = old > 0.2 ? sin(old) * u[1] : old;
    }
}

int main(void)
{
    void *t = __enzyme_augmentfwd((void *)f, 0.5, 3.0);
    CHECK(__enzyme_fwdsplit((void *)f, 0.5, 1.0, 3.0, 10.0, t), 3 * cos(0.5) + 10 * sin(0.5));

    double u[2] = {0.5, 0.4}, du[2] = {1, -2}, w[2] = {0.5, 0.4}, dw[2] = {1, -2};
    t = __enzyme_augmentfwd((void *)steps, enzyme_dup, u, du, enzyme_const, 6);
    CHECK(du[0], 1);
    double end = u[0];
    u[0] = u[1] = -100;
    __enzyme_fwdsplit_v((void *)steps, enzyme_dup, u, du, enzyme_const, 6, t);
    CHECK(u[0], -100); /* the primal does not run again */
    __enzyme_fwddiff_v((void *)steps, enzyme_dup, w, dw, enzyme_const, 6);
    CHECK(end, w[0]);
    CHECK(du[0], dw[0]);
    CHECK(du[1], dw[1]);
    return oracle_result();
}
