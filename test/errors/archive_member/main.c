/* The error lies inside a member of a static archive. */
extern double __enzyme_autodiff(void *, ...);
extern double from_archive(double);

static double f(double x)
{
    return from_archive(x) * x;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0);
}
