/* Functions that are like nothing. */
extern double __enzyme_autodiff(void *, ...);

/* enzcc-error: rule-like */
__attribute__((enzyme_function_like("sine"))) double wave(double x)
{
    return x;
}
/* enzcc-error: rule-like */
__attribute__((enzyme_function_like("pow"))) double power(double x)
{
    return x;
}

static double f(double x)
{
    return wave(x) + power(x);
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 3.0) > 0;
}
