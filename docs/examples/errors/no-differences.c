double measure(double x); /* compiled by another compiler */
double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * measure(x);
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 3.0) != 6;
}
