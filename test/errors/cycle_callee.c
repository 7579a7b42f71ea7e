/* The derivative call stands in a callee of its own target. */
extern double __enzyme_autodiff(void *, ...);

static double f(double x);

__attribute__((noinline)) static double slope(double x)
{
    return __enzyme_autodiff((void *)f, x); /* enzcc-error: cycle */
}

static double f(double x)
{
    return x < 1 ? x * x : slope(x / 2);
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)slope(argc);
}
