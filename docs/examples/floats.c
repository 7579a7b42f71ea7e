#include <math.h>
#include <stdio.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

static double integral(const double *c, int n)
{
    double sum = 0, h = 1.0 / n;
    for (int i = 0; i < n; i++) {
        double x = (i + 0.5) * h;
        double ripple = 1e-5 * cos(c[0] * x);
        double f = exp(c[1] * x) + ripple;
        sum += f * h;
    }
    return sum;
}

int main(void)
{
    double c[] = {3, 1}, d[] = {0, 0};
    __enzyme_autodiff((void *)integral, enzyme_dup, c, d, enzyme_const, 1000);
    printf("%.6f %.6f\n", d[0], d[1]);
}
