/* The promise concerns one argument only: what comes from the other one is still kept. */
#include "oracle.h"

extern int enzyme_not_overwritten;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void scale(const double *a, const double *b, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = a[i] * b[i];
}

int main(void)
{
    double a[2] = {2, 3}, da[2] = {0}, b[2] = {5, 7}, db[2] = {0}, y[2], dy[2] = {1, 1};
    void *t = __enzyme_augmentfwd((void *)scale, enzyme_not_overwritten, enzyme_dup, a, da,
                                  enzyme_dup, b, db, enzyme_dup, y, dy, enzyme_const, 2);
    b[0] = b[1] = y[0] = y[1] = -1;
    __enzyme_reverse((void *)scale, enzyme_not_overwritten, enzyme_dup, a, da, enzyme_dup, b, db,
                     enzyme_dup, y, dy, enzyme_const, 2, t);
    CHECK(da[0], 5);
    CHECK(da[1], 7);
    CHECK(db[0], 2);
    CHECK(db[1], 3);
    return oracle_result();
}
