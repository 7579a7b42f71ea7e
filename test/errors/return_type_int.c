/* enzcc-text: Cannot cast return type of gradient */
extern int __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)f, 2.0); /* enzcc-error: return-type */
}
