extern int enzyme_out;
double __enzyme_fwddiff(void *, ...);

static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_fwddiff((void *)square, enzyme_out, 3.0) != 6;
}
