/* An unmarked number has a tangent in forward mode. */
extern double __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return (int)__enzyme_fwddiff((void *)f, 2.0); /* enzcc-error: missing-shadow */
}
