/* As many directions as one call may have, through a call that is not inlined and a global with a
 * shadow per direction. */
#include "oracle.h"

extern int enzyme_dupv;

static double kept;

static __attribute__((noinline)) double square(double a, int depth)
{
    return depth ? square(a, depth - 1) : a * a;
}

static void f(const double *x, double *y)
{
    kept = square(x[0], 2) * x[1];
    y[0] = kept + x[1];
    y[1] = kept * kept;
}

enum { WIDTH = 256 };

int main(void)
{
    static double x[2] = {3, 5}, y[2], lanes[WIDTH][2], out[WIDTH][2], grad[WIDTH][2];
    for (int i = 0; i < WIDTH; i++) {
        lanes[i][0] = i;
        lanes[i][1] = 0.5 * i - 3;
    }
    __enzyme_fwddiff_v((void *)f, enzyme_width, WIDTH, enzyme_dupv, (int)sizeof *lanes, x, lanes,
                       enzyme_dupv, (int)sizeof *out, y, out);
    for (int i = 0; i < WIDTH; i++) {
        double t = 30 * lanes[i][0] + 9 * lanes[i][1];
        CHECK(out[i][0], t + lanes[i][1]);
        CHECK(out[i][1], 2 * 45 * t);
        lanes[i][1] = i % 2; /* now the seeds */
    }
    __enzyme_autodiff_v((void *)f, enzyme_width, WIDTH, enzyme_dupv, (int)sizeof *grad, x, grad,
                        enzyme_dupv, (int)sizeof *lanes, y, lanes);
    for (int i = 0; i < WIDTH; i++) {
        double seed = i + 2 * 45 * (i % 2);
        CHECK(grad[i][0], 30 * seed);
        CHECK(grad[i][1], 9 * seed + i);
    }
    return oracle_result();
}
