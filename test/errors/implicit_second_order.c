/* Second derivatives through an iteration that ends where the first derivative is accurate enough.
 */
#include <enzcc/derivatives.h>
#include <enzcc/implicit.h>

static void residual(const double *x, double *r, size_t n, const double *p, size_t np,
                     const void *data)
{
    r[0] = x[0] * x[0] - p[0];
}
void solve(double *x, size_t n, const double *p, size_t np, const void *data)
{
    for (int i = 0; i < 50; i++)
        x[0] -= (x[0] * x[0] - p[0]) / (2 * x[0]);
}
ENZ_IMPLICIT(solve, residual, enz_solve_gmres, void); /* enzcc-error: unsupported */

static double f(const double *p)
{
    double x = 1;
    solve(&x, 1, p, 1, NULL);
    return x;
}
ENZ_HVP(hvp, f, double);

int main(void)
{
    double p = 2, v = 1, g, h;
    hvp(&p, 1, &v, &g, &h);
    return (int)(h * 1000);
}
