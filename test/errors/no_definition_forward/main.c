/* A callee that only exists as native code.
 * enzcc-text: No forward mode derivative found for mystery */
extern double __enzyme_fwddiff(void *, ...);
extern double mystery(double);

static double f(double x)
{
    double y = x * x;
    return mystery(y); /* enzcc-error: no-definition */
}

int main(void)
{
    return (int)__enzyme_fwddiff((void *)f, 2.0, 1.0);
}
