/* The cause lies three calls below the derivative call, in other units. The
 * chain of calls is named. */
extern double __enzyme_autodiff(void *, ...);
extern double middle(double);

static double top(double x)
{
    return x * middle(x);
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)top, 2.0);
}
