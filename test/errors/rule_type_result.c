/* An augmented function that loses the shadow of the primal's result. */
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

double *first(double *x)
{
    return x;
}
int first_augmented(double *x, double *dx) /* enzcc-error: rule-type */
{
    return 0;
}
void first_reverse(double *x, double *dx, int tape)
{
}
void *__enzyme_register_gradient_first[] = {(void *)first, (void *)first_augmented,
                                            (void *)first_reverse};

static double f(double *x)
{
    return *first(x) * *x;
}

int main(void)
{
    double x = 3, dx = 0;
    return __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx) > 0;
}
