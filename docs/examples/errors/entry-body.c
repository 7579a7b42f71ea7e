double __enzyme_autodiff(double (*)(double), double);
double __enzyme_autodiff(double (*f)(double), double x)
{
    return (f(x + 1e-6) - f(x - 1e-6)) / 2e-6;
}

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff(square, 3.0) != 6;
}
