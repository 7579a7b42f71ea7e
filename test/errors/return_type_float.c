/* The precision of a gradient never changes in silence. */
extern float __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0); /* enzcc-error: return-type */
}
