double measure(double x); /* compiled by another compiler */
double __enzyme_error_estimate(void *, ...);

static double f(double x)
{
    return x * measure(x);
}

int main(void)
{
    return __enzyme_error_estimate((void *)f, 3.0, 1e-6) > 1;
}
