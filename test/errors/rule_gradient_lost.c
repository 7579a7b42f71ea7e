/* A reverse function without result is fine as long as no number is active. */
extern double __enzyme_autodiff(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern int enzyme_const, enzyme_dup;

void scale(double a, double *x)
{
    *x *= a;
}
void scale_augmented(double a, double *x, double *dx)
{
    *x *= a;
}
void scale_reverse(double a, double *x, double *dx) /* enzcc-error: rule-gradient */
{
    *dx *= a;
}
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)scale_augmented,
                                            (void *)scale_reverse};

int main(void)
{
    double x = 2, dx = 1;
    __enzyme_autodiff_v((void *)scale, enzyme_const, 3.0, enzyme_dup, &x, &dx);
    return __enzyme_autodiff((void *)scale, 3.0, enzyme_dup, &x, &dx) > 0;
}
