/* enzcc-text: required 1 primal args, found 0 */
extern double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f); /* enzcc-error: too-few-args */
}
