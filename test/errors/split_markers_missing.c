/* One activity per parameter for the size; surplus operands of the second half. */
#include <stddef.h>
extern size_t __enzyme_augmentsize(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern int enzyme_out;

static double f(double x, double y)
{
    return x * y;
}

int main(void)
{
    size_t n = __enzyme_augmentsize((void *)f, enzyme_out); /* enzcc-error: too-few-args */
    void *t = __enzyme_augmentfwd((void *)f, 3.0, 4.0);
    /* enzcc-error: too-many-args */
    double a = __enzyme_reverse((void *)f, 3.0, 4.0, 1.0, t, t);
    return a + n > 0;
}
