extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    double x = 3, dx = 0;
    __enzyme_autodiff((void *)square, enzyme_dup, x, dx);
}
