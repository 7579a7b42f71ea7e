/* A forward sweep from the tape over what a region's derivative keeps.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: unsupported openmp_split_twice.c:27 openmp_split_twice.c:34
 * enzcc-text: differentiated again for __enzyme_fwdsplit */

struct augmented {
    void *tape;
    double result;
};
extern double __enzyme_autodiff(void *, ...);
extern struct augmented __enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++)
        sum += x[0] * x[0] * x[0] * i;
    return sum;
}

static double slope(const double *x)
{
    double dx[1] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    return dx[0];
}

int main(void)
{
    double x[1] = {1}, dx[1] = {1};
    struct augmented a = __enzyme_augmentfwd((void *)slope, enzyme_dup, x, dx);
    return __enzyme_fwdsplit((void *)slope, enzyme_dup, x, dx, a.tape) > a.result;
}
