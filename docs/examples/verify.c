#include <math.h>
#include <stdio.h>

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

static void f(const double *x, double *y)
{
    y[0] = x[0] * sin(x[1]);
    y[1] = exp(x[0] - x[1]) / x[1];
}

int main(void)
{
    const double x[2] = {0.3, 0.7}, v[2] = {0.6, -0.4}, w[2] = {1.3, 0.2};

    /* forward: jv = J v */
    double y[2], jv[2];
    __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_dup, y, jv);

    /* reverse: jw = w J; the seed is consumed, so it is a copy */
    double seed[2] = {w[0], w[1]}, jw[2] = {0, 0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, jw, enzyme_dup, y, seed);
    printf("forward %.12f\n", w[0] * jv[0] + w[1] * jv[1]);
    printf("reverse %.12f\n", jw[0] * v[0] + jw[1] * v[1]);

    /* central difference along v */
    const double h = 1e-5;
    double up[2], down[2], xu[2], xd[2];
    for (int i = 0; i < 2; i++)
        xu[i] = x[i] + h * v[i], xd[i] = x[i] - h * v[i];
    f(xu, up);
    f(xd, down);
    printf("central %.8f\n", (w[0] * (up[0] - down[0]) + w[1] * (up[1] - down[1])) / (2 * h));
}
