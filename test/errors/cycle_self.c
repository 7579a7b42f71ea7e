/* The derivative of a function is used by the function. */
extern double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x < 1 ? x : __enzyme_autodiff((void *)f, x / 2); /* enzcc-error: cycle */
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)f(argc);
}
