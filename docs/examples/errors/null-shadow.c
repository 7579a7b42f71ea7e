void __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

static double square(const double *x)
{
    return *x * *x;
}

int main(int argc, char **argv)
{
    double x = 3;
    (void)argv;
    if (argc > 1)
        __enzyme_autodiff((void *)square, enzyme_dup, &x, (double *)0);
}
