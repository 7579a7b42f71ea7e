/* enzyme_interleave: primals first, then shadows, then seed and tape. */
#include "oracle.h"

extern int enzyme_interleave;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1];
}

int main(void)
{
    double a[2] = {1, 2}, b[2] = {3, 4}, da[2] = {0}, db[2] = {0};
    void *t = __enzyme_augmentfwd((void *)dot, a, b, enzyme_interleave, da, db);
    __enzyme_reverse((void *)dot, a, b, enzyme_interleave, da, db, 2.0, t);
    CHECK(da[0], 6);
    CHECK(da[1], 8);
    CHECK(db[0], 2);
    CHECK(db[1], 4);
    return oracle_result();
}
