/* With atomic additions nothing keeps other threads from adding while a rule does.
 * enzcc-flags: -fopenmp -fenz-atomic=always
 * enzcc-error-one-of: unsupported openmp_rule.c:30 openmp_rule.c:27
 * enzcc-text: a function with a rule of its own, where several threads run, */
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static void square(const double *x, double *y)
{
    *y = *x * *x;
}
static void square_augmented(const double *x, const double *dx, double *y, double *dy)
{
    square(x, y);
}
static void square_reverse(const double *x, double *dx, double *y, double *dy)
{
    *dx += 2 * *x * *dy;
    *dy = 0;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

static double sum(const double *x, int n)
{
    double all = 0;
#pragma omp parallel for reduction(+ : all)
    for (int i = 0; i < n; i++) {
        double y;
        square(&x[0], &y);
        all += y;
    }
    return all;
}

int main(void)
{
    double x = 2, dx = 0;
    __enzyme_autodiff((void *)sum, enzyme_dup, &x, &dx, enzyme_const, 3);
    return dx != 12;
}
