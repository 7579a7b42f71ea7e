/* Other floating-point types: their tapes and seeds. */
#include "oracle.h"
#include <math.h>
#include <stddef.h>

extern int enzyme_tape, enzyme_allocated;
struct augmented {
    void *tape;
    long double value;
};
struct augmented __enzyme_augmentfwd_l(void *, ...);
long double __enzyme_reverse_l(void *, ...);
void __enzyme_augmentfwd_v(void *, ...);
void __enzyme_reverse_v(void *, ...);
size_t __enzyme_augmentsize(void *, ...);

static long double f(long double x)
{
    return expl(x) * x;
}
static void g(float *x)
{
    x[0] = sinf(x[0]);
}

int main(void)
{
    struct augmented a = __enzyme_augmentfwd_l((void *)f, 0.5L);
    CHECK((double)a.value, 0.5 * exp(0.5));
    CHECK((double)__enzyme_reverse_l((void *)f, 0.5L, 2.0L, a.tape), 3 * exp(0.5));
    CHECK((double)__enzyme_augmentsize((void *)g, enzyme_dup), sizeof(float));
    float x = 0.5f, dx = 1, tape;
    __enzyme_augmentfwd_v((void *)g, enzyme_dup, &x, &dx, enzyme_allocated, sizeof tape,
                          enzyme_tape, &tape);
    __enzyme_reverse_v((void *)g, enzyme_dup, &x, &dx, enzyme_allocated, sizeof tape, enzyme_tape,
                       &tape);
    CHECK_FLOAT(dx, cosf(0.5f));
    return oracle_result();
}
