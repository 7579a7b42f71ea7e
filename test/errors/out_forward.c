extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_out;

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return (int)__enzyme_fwddiff((void *)f, enzyme_out, 2.0); /* enzcc-error: out-forward */
}
