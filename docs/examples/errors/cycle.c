double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    if (x < 1)
        return x;
    return x + __enzyme_autodiff((void *)f, x - 1);
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 3.0) != 1;
}
