extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double sum(const double *x, unsigned long n)
{
    double s = 0;
    for (unsigned long i = 0; i < n; i++)
        s += x[i];
    return s;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
    int n = x[0] > 0 ? 3 : 0;
    __enzyme_autodiff((void *)sum, enzyme_dup, x, dx, enzyme_const, n);
}
