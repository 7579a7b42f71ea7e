/* enzyme_not_overwritten: memory that stays as it is need not be on the tape. The size shows that
 * nothing is kept; the derivative is right because the promise is held. */
#include "oracle.h"
#include <math.h>
#include <stddef.h>

extern int enzyme_not_overwritten, enzyme_tape, enzyme_allocated;
size_t __enzyme_augmentsize(void *, ...);
double __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double energy(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s;
}

int main(void)
{
    size_t kept = __enzyme_augmentsize((void *)energy, enzyme_dup, enzyme_const);
    size_t size =
        __enzyme_augmentsize((void *)energy, enzyme_not_overwritten, enzyme_dup, enzyme_const);
    CHECK((double)size, 0);
    CHECK(kept > 0, 1);
    double x[4] = {1, 2, 3, 4}, dx[4] = {0}, e;
    e = __enzyme_augmentfwd((void *)energy, enzyme_allocated, size, enzyme_tape, &e,
                            enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_const, 4);
    CHECK(e, 100);
    __enzyme_reverse((void *)energy, enzyme_allocated, size, enzyme_tape, &e,
                     enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_const, 4, 2.0);
    for (int i = 0; i < 4; i++)
        CHECK(dx[i], 6 * x[i] * x[i]);
    return oracle_result();
}
