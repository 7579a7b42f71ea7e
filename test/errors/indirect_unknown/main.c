/* A call through a pointer that native code sets: no function of the program
 * can be its target. */
extern double __enzyme_autodiff(void *, ...);
extern double (*hook)(double, double, double);

static double f(double x)
{
    return x * hook(x, 1.0, 2.0); /* enzcc-error: indirect-unknown */
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0);
}
