/* Two derivative calls of one function that has no derivative, and globals with shadows: the second
 * call finds the derivative that was refused at the first. */
extern double __enzyme_autodiff(void *, ...);
extern double no_body(double);

static double state;

static double f(double x)
{
    state = x * x;
    return state * no_body(x); /* enzcc-error: no-definition */
}

int main(void)
{
    double twice = __enzyme_autodiff((void *)f, 2.0) + __enzyme_autodiff((void *)f, 3.0);
    return (int)twice;
}
