double __enzyme_autodiff(void *, ...);

__attribute__((annotate("enzyme_inert"), noinline)) static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
