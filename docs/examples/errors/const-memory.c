extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

static double f(const double *x, double *scratch, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        scratch[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        sum += scratch[i] * scratch[n - 1 - i];
    return sum;
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0, 0}, scratch[2];
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, scratch, enzyme_const, 2);
}
