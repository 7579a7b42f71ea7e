#include <enzcc/sparse.h>
#include <stdio.h>

/* A chain of four springs that get stiffer as they get longer; x[0] hangs on the wall. */
static double energy(const double *x, int n)
{
    double e = 0;
    for (int i = 0; i < n; i++) {
        double d = x[i] - (i ? x[i - 1] : 0);
        e += d * d * d / 6;
    }
    return e;
}
static void forces(const double *x, double *f, int n)
{
    for (int i = 0; i < n; i++) {
        double left = x[i] - (i ? x[i - 1] : 0), right = i + 1 < n ? x[i + 1] - x[i] : 0;
        f[i] = right * right / 2 - left * left / 2;
    }
}

ENZ_SPARSE_HESSIAN(hessian, energy, double, ENZ_CONST(int));
ENZ_SPARSE_JACOBIAN(jacobian, forces, double, ENZ_CONST(int));

int main(void)
{
    enum { N = 4 };
    double x[N] = {1, 3, 6, 10}, g[N], y[N], values[N * N];
    struct enz_pattern h = {0}, j = {0};

    if (hessian_pattern(x, N, &h, N) || hessian(x, &h, g, values, N))
        return 1;
    for (size_t i = 0; i < h.rows; i++) {
        printf("row %zu:", i);
        for (size_t e = h.start[i]; e < h.start[i + 1]; e++)
            printf("  [%zu] %g", h.column[e], values[e]);
        printf("\n");
    }
    if (jacobian_pattern(x, N, N, &j, N) || jacobian(x, &j, y, values, N))
        return 1;
    printf("%zu and %zu entries, %zu and %zu products\n", h.count, j.count, h.colours, j.colours);
    enz_pattern_free(&h);
    enz_pattern_free(&j);
}
