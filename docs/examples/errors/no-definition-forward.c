double measure(double x); /* compiled by another compiler */
double __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    return x * measure(x);
}

int main(void)
{
    return __enzyme_fwddiff((void *)f, 3.0, 1.0) != 6;
}
