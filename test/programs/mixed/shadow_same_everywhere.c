/* With enzyme_runtime_activity a caller may pass an argument as its own shadow: it is constant. */
#include "oracle.h"

extern int enzyme_runtime_activity;

static double f(const double *a, const double *b, double *out, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        out[i] = a[i] * b[i];
        s += out[i] * a[i];
    }
    return s;
}

int main(void)
{
    double a[2] = {2, 3}, b[2] = {5, 7}, da[2] = {0}, db[2] = {0}, out[2] = {0}, dout[2] = {0};

    __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, a, da, enzyme_dup, b, b,
                      enzyme_dup, out, dout, enzyme_const, 2);
    CHECK_ARRAY(da, ((double[]){2 * 2 * 5, 2 * 3 * 7}), 2);
    CHECK_ARRAY(b, ((double[]){5, 7}), 2);
    __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, a, a, enzyme_dup, b, db,
                      enzyme_dup, out, dout, enzyme_const, 2);
    CHECK_ARRAY(db, ((double[]){4, 9}), 2);
    CHECK_ARRAY(a, ((double[]){2, 3}), 2);
    return oracle_result();
}
