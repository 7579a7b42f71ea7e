/* Static rule functions that only attributes name. enzcc-text: is static or inline and named only
 * in an attribute */
extern double __enzyme_autodiff(void *, ...);

static double forward(double x)
{
    return x * x;
}
static double reverse(double x, double seed)
{
    return 2 * x * seed;
}
/* enzcc-error: rule-no-body */
__attribute__((enzyme("augment", forward), enzyme("gradient", reverse))) double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) > 0;
}
