/* enzcc-text: required 2 primal args, found 1 */
extern double __enzyme_fwddiff(void *, ...);

static double f(double x, double y)
{
    return x * y;
}

int main(void)
{
    return (int)__enzyme_fwddiff((void *)f, 2.0, 1.0); /* enzcc-error: too-few-args */
}
