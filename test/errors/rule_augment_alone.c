/* An augmented function without a reverse function. */
extern double __enzyme_autodiff(void *, ...);

double forward(double x)
{
    return x * x;
}
/* enzcc-error: rule-augment */
__attribute__((enzyme("augment", forward))) double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) > 0;
}
