/* Cells that hold two floats or a pointer are moved by one. */
#include <string.h>
#include "layouts.h"

enum { CELLS = 8 };
union cell {
    float f[2];
    float *p;
};

static double f(const double *x, int n)
{
    static float pool[2 * CELLS];
    union cell c[CELLS + 2];
    for (int i = 0; i < n; i++)
        if (i % 2) {
            pool[i] = (float)x[i];
            c[i].p = &pool[i];
        } else {
            c[i].f[0] = (float)x[i];
            c[i].f[1] = (float)(x[i] * x[i]);
        }
    memmove(c + 1, c, (size_t)n * sizeof *c);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i % 2 ? *c[i + 1].p * 2.0 : (double)(c[i + 1].f[0] * c[i + 1].f[1]);
    return s;
}

static int test(void)
{
    double x[CELLS], dx[CELLS] = {0}, expected[CELLS];
    for (int i = 0; i < CELLS; i++) {
        x[i] = 0.5 + 0.125 * i;
        expected[i] = i % 2 ? 2 : 3 * x[i] * x[i];
    }
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, CELLS);
    for (int i = 0; i < CELLS; i++)
        CHECK_TOL(dx[i], expected[i], 1e-5);
    return oracle_result();
}

int main(int argc, char **argv)
{
    return in_all_layouts(argc, argv, test);
}
