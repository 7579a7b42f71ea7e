/* The same constant array is reached through an enzyme_const argument and through a pointer chosen
 * at run time. */
#include "oracle.h"

struct term {
    const double *left, *right;
    double factor;
};

static double f(struct term *terms, int count, const double *x, const double *fixed, int n)
{
    double s = 0;
    for (int k = 0; k < count; k++) {
        terms[k].left = k % 2 ? x : fixed;
        terms[k].right = k % 3 ? fixed : x;
        terms[k].factor = x[k % n];
    }
    for (int k = 0; k < count; k++)
        for (int i = 0; i < n; i++)
            s += terms[k].left[i] * terms[k].right[n - 1 - i] * terms[k].factor;
    return s;
}

static double plain(const double *x, int n)
{
    static const double fixed[3] = {1, 2, 3};
    struct term terms[6] = {{0}};
    return f(terms, 6, x, fixed, n);
}

int main(void)
{
    const double x[3] = {0.9, -0.8, 0.6}, fixed[3] = {1, 2, 3};
    double dx[3] = {0}, want[3];
    struct term terms[6] = {{0}}, dterms[6] = {{0}};

    ORACLE_GRADIENT(plain, x, 3);
    GRADIENT(plain, x, want, 3);
    __enzyme_autodiff((void *)f, enzyme_dup, terms, dterms, enzyme_const, 6, enzyme_dup, x, dx,
                      enzyme_const, fixed, enzyme_const, 3);
    CHECK_ARRAY(dx, want, 3);
    return oracle_result();
}
