/* enzcc-text: required 3 primal args, found 2 */
extern double __enzyme_autodiff(void *, ...);

static double f(double x, double y, double z)
{
    return x * y * z;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0, 3.0); /* enzcc-error: too-few-args */
}
