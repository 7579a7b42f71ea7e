extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double square(const double *x)
{
    return *x * *x;
}

int main(void)
{
    double x = 3, dx = 0;
    __enzyme_autodiff((void *)square, &x, enzyme_dup, &dx);
}
