/* A rule whose reverse function frees what it kept, and says so: the tape of a function that calls
 * it cannot be used twice. */
#include <stdlib.h>
extern void *__enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_nofree;

struct kept {
    double *tape;
    double value;
};
__attribute__((noinline)) double square(double x)
{
    return x * x;
}
struct kept square_augmented(double x)
{
    double *tape = malloc(sizeof *tape);
    *tape = x;
    return (struct kept){tape, x * x};
}
double square_reverse(double x, double seed, double *tape)
{
    double gradient = 2 * *tape * seed;
    free(tape);
    return gradient;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse, (void *)"once"};

static double f(const double *x, int n)
{
    return square(x[n - 1]);
}

int main(void)
{
    double x[2] = {1, 2}, dx[2] = {0, 0};
    void *t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 2);
    /* enzcc-error: unsupported */
    __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, 2, 1.0, t, enzyme_nofree);
    return 0;
}
