/* An int where the function takes a size_t is not converted in silence.
 * enzcc-text: Cannot cast */
#include <stddef.h>

extern void __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static void f(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= x[i];
}

int main(int argc, char **argv)
{
    double x[2] = {2, 3}, dx[2] = {1, 1};
    (void)argv;
    /* enzcc-error: arg-type */
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, argc);
    return (int)x[0];
}
