extern int enzyme_primal_return;
double __enzyme_autodiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, enzyme_primal_return, 3.0) != 9;
}
