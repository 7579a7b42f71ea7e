/* Results that are pointers or hold them: into an argument, null, to constant memory. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
struct view {
    double *p;
    long n;
};
struct augv {
    void *tape;
    struct view v, dv;
};
struct augp {
    void *tape;
    const double *v, *dv;
};
struct augv __enzyme_augmentfwd_v(void *, ...);
struct augp __enzyme_augmentfwd_p(void *, ...);
void __enzyme_reverse(void *, ...);
static struct view slice(double *x, long a, long n)
{
    for (long i = 0; i < n; i++)
        x[a + i] *= x[a + i];
    return (struct view){x + a, n};
}
static const double zero = 0;
static const double *pick(const double *x, int i)
{
    return i < 0 ? &zero : i > 5 ? NULL : x + i;
}
int main(void)
{
    double x[5] = {1, 2, 3, 4, 5}, dx[5] = {0};
    struct augv a = __enzyme_augmentfwd_v((void *)slice, enzyme_dup, x, dx, 1L, 3L);
    CHECK(a.v.n, 3);
    CHECK(a.v.p - x, 1);
    CHECK(a.dv.p - dx, 1);
    a.dv.p[0] = 1;
    a.dv.p[2] = 2;
    __enzyme_reverse((void *)slice, enzyme_dup, x, dx, 1L, 3L, a.tape);
    CHECK(dx[1], 4);
    CHECK(dx[3], 16);
    struct augp p = __enzyme_augmentfwd_p((void *)pick, enzyme_dup, x, dx, 2);
    CHECK(p.dv - dx, 2);
    __enzyme_reverse((void *)pick, enzyme_dup, x, dx, 2, p.tape);
    p = __enzyme_augmentfwd_p((void *)pick, enzyme_dup, x, dx, 9);
    CHECK_THAT(p.v == NULL && p.dv == NULL);
    __enzyme_reverse((void *)pick, enzyme_dup, x, dx, 9, p.tape);
    p = __enzyme_augmentfwd_p((void *)pick, enzyme_const, x, 1);
    CHECK_THAT(p.v == p.dv);
    __enzyme_reverse((void *)pick, enzyme_const, x, 1, p.tape);
    return oracle_result();
}
