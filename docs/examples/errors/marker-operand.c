extern int enzyme_const;
double __enzyme_autodiff(void *, ...);

static double power(double x, int n)
{
    return n ? x * power(x, n - 1) : 1;
}

int main(void)
{
    return __enzyme_autodiff((void *)power, 3.0, 2, enzyme_const) != 6;
}
