#include <math.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static void decay(double *restrict x, const double *restrict rate, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = sin(x[i]) * rate[i];
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {1, 1}, rate[2] = {3, 4}, drate[2] = {0};
    __enzyme_autodiff((void *)decay, enzyme_dup, x, dx, enzyme_dup, rate, drate, enzyme_const, 2);
    return 0;
}
