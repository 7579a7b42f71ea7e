extern int enzyme_out;
double __enzyme_autodiff(void *, ...);

static double square(const double *x)
{
    return *x * *x;
}

int main(void)
{
    double x = 3;
    return __enzyme_autodiff((void *)square, enzyme_out, &x) != 6;
}
