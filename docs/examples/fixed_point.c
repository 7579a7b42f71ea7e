#include <enzcc/implicit.h>
#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);

/* x = cos(p x) */
static void step(const double *x, double *next, size_t n, const double *p, size_t np,
                 const void *nothing)
{
    (void)n, (void)np, (void)nothing;
    next[0] = cos(p[0] * x[0]);
}
void settle(double *x, size_t n, const double *p, size_t np, const void *nothing)
{
    for (int i = 0; i < 500; i++)
        step(x, x, n, p, np, nothing);
}
ENZ_FIXED_POINT(settle, step, enz_solve_iterate, void);

static double fixed_point(double p)
{
    double x = 0.5;
    settle(&x, 1, &p, 1, NULL);
    return x;
}

int main(void)
{
    double p = 0.9, x = fixed_point(p), slope = __enzyme_autodiff((void *)fixed_point, p);
    printf("x = %.6f, dx/dp = %.6f\n", x, slope);
    printf("by hand      %.6f\n", -x * sin(p * x) / (1 + p * sin(p * x)));
}
