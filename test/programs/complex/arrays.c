/* Arrays of double complex as arguments with shadow: a residual and its gradient. */
#include <complex.h>
#include "oracle.h"

static double residual(const double complex *a, const double complex *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double complex d = a[i] * conj(b[i]) - 1;
        s += creal(d) * creal(d) + cimag(d) * cimag(d);
    }
    return s;
}

int main(void)
{
    double complex a[4], b[4], da[4] = {0}, db[4] = {0};
    for (int i = 0; i < 4; i++) {
        a[i] = 0.3 * i + (1 - 0.2 * i) * I;
        b[i] = 1.1 - 0.4 * i + 0.1 * i * I;
    }
    __enzyme_autodiff((void *)residual, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_const, 4);
    for (int i = 0; i < 4; i++) {
        double complex d = a[i] * conj(b[i]) - 1, wa = 2 * d * b[i], wb = 2 * conj(d) * a[i];
        CHECK(creal(da[i]), creal(wa));
        CHECK(cimag(da[i]), cimag(wa));
        CHECK(creal(db[i]), creal(wb));
        CHECK(cimag(db[i]), cimag(wb));
    }
    double complex ta[4] = {1, I, -1, 2}, tb[4] = {0};
    double want = 0;
    for (int i = 0; i < 4; i++)
        want += creal(ta[i]) * creal(da[i]) + cimag(ta[i]) * cimag(da[i]);
    CHECK(__enzyme_fwddiff((void *)residual, enzyme_dup, a, ta, enzyme_dup, b, tb, enzyme_const, 4),
          want);
    return oracle_result();
}
