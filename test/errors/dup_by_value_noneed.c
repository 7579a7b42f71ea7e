extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dupnoneed, enzyme_out;

static double f(double x, float y)
{
    return x * y;
}

int main(void)
{
    /* enzcc-error: dup-by-value */
    return (int)__enzyme_autodiff((void *)f, enzyme_out, 2.0, enzyme_dupnoneed, 2.0f, 1.0f);
}
