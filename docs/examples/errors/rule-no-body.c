double __enzyme_autodiff(void *, ...);

static double square_reverse(double x, double seed)
{
    return 2 * x * seed;
}

__attribute__((annotate("enzyme_gradient", square_reverse))) double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
