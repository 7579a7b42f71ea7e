double __enzyme_autodiff(void *, ...);

static double product(double x, double y)
{
    return x * y;
}

int main(void)
{
    return __enzyme_autodiff((void *)product, 3.0, 4.0) != 4;
}
