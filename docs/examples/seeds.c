#include <stdio.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static void squares(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

static void step(double *p)
{
    p[0] = p[0] * p[0] * p[1];
}

int main(void)
{
    /* y is an output: dy is the seed, and is consumed. */
    double x[2] = {3, 5}, dx[2] = {0, 0}, y[2], dy[2] = {1, 10};
    __enzyme_autodiff((void *)squares, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 2);
    printf("y  = %g %g\n", y[0], y[1]);
    printf("dx = %g %g\n", dx[0], dx[1]);
    printf("dy = %g %g\n", dy[0], dy[1]);

    /* p is input and output: its shadow goes in as the seed of the final
     * value and comes out as the adjoint of the initial value. */
    double p[2] = {3, 5}, dp[2] = {1, 0};
    __enzyme_autodiff((void *)step, enzyme_dup, p, dp);
    printf("p  = %g %g\n", p[0], p[1]);
    printf("dp = %g %g\n", dp[0], dp[1]);
}
