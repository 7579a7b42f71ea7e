extern int enzyme_dup, enzyme_const;
double __enzyme_fwddiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_fwddiff((void *)square, enzyme_const, enzyme_dup, 3.0, 1.0) != 6;
}
