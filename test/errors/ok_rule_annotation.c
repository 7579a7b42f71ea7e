/* Unknown annotations of others are nobody's business; those that begin with enzyme_ are warned
 * about. */
extern double __enzyme_autodiff(void *, ...);

__attribute__((annotate("mine"), annotate("enzyme_typo"))) static double square(double x)
{
    return x * x;
}

int main(void)
{
    return __enzyme_autodiff((void *)square, 3.0) != 6;
}
