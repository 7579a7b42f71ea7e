/* The forward sweep of split mode through a callee's call of a function whose rule has no function
 * for it. */
extern int enzyme_dup;
double __enzyme_fwdsplit(void *, ...);
struct kept {
    void *tape;
    double value;
};
struct kept __enzyme_augmentfwd(void *, ...);

void scale(double *x, double by)
{
    *x *= by;
}
double scale_augmented(double *x, double *dx, double by)
{
    double old = *x;
    scale(x, by);
    return old;
}
double scale_reverse(double *x, double *dx, double by, double old)
{
    double g = *dx * old;
    *dx *= by;
    return g;
}
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)scale_augmented,
                                            (void *)scale_reverse};

static double many(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double y = x[0];
        scale(&y, x[0] * i); /* enzcc-error: unsupported */
        sum += sum > 1e9 ? many(&y, n / 2) : y;
    }
    return sum;
}
static double f(const double *x)
{
    return many(x, 10) * x[0];
}

int main(void)
{
    double x = 2, dx = 1;
    struct kept kept = __enzyme_augmentfwd((void *)f, enzyme_dup, &x, &dx);
    return (int)__enzyme_fwdsplit((void *)f, enzyme_dup, &x, &dx, kept.tape);
}
