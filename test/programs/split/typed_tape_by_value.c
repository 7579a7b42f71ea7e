/* Without enzyme_tape a typed tape is part of the result, and an operand of the second half: in
 * registers, and in memory. */
#include "oracle.h"
#include <math.h>

extern int enzyme_allocated;
struct small {
    double tape, value;
};
struct bytes {
    char at[64];
};
struct large {
    struct bytes tape;
    double value;
};
struct small __enzyme_augmentfwd_small(void *, ...);
struct large __enzyme_augmentfwd_large(void *, ...);
void __enzyme_reverse(void *, ...);

static double sine(const double *x)
{
    return sin(x[0]);
}
static double powers(const double *x, int n)
{
    double p = 1;
    for (int i = 0; i < n; i++)
        p *= x[0];
    return p;
}

int main(void)
{
    double x = 2, dx = 0;
    struct small s = __enzyme_augmentfwd_small((void *)sine, enzyme_allocated, sizeof s.tape,
                                               enzyme_dup, &x, &dx);
    CHECK(s.value, sin(2));
    x = 0;
    __enzyme_reverse((void *)sine, enzyme_allocated, sizeof s.tape, enzyme_dup, &x, &dx, 3.0,
                     s.tape);
    CHECK(dx, 3 * cos(2));

    x = 2, dx = 0;
    struct large l = __enzyme_augmentfwd_large((void *)powers, enzyme_allocated, sizeof l.tape,
                                               enzyme_dup, &x, &dx, enzyme_const, 5);
    CHECK(l.value, 32);
    x = 0;
    __enzyme_reverse((void *)powers, enzyme_allocated, sizeof l.tape, enzyme_dup, &x, &dx,
                     enzyme_const, 5, 1.0, l.tape);
    CHECK(dx, 80);
    return oracle_result();
}
