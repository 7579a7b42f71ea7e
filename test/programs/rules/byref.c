/* byref_<n>: parameter n of the augmented and the reverse function is a pointer to the value. */
#include "oracle.h"

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const;
struct two_doubles {
    double x, y;
};
extern struct two_doubles __enzyme_autodiff_pair(void *, ...);

double blend(double x, double y)
{
    return x * y;
}
double blend_augmented(double *x, double *y)
{
    return *x * *y;
}
struct two_doubles blend_reverse(const double *x, const double *y, double seed)
{
    return (struct two_doubles){10 * *y * seed, 100 * *x * seed};
}
void *__enzyme_register_gradient_blend[] = {(void *)blend, (void *)blend_augmented,
                                            (void *)blend_reverse, (void *)"byref_0",
                                            (void *)"byref_1"};

/* the twelfth parameter: two digits; pointers count with their shadows */
double last(double *a, double *b, double *c, double *d, double *e, int f, double x)
{
    return x * x + a[0];
}
double last_augmented(double *a, double *da, double *b, double *db, double *c, double *dc,
                      double *d, double *dd, double *e, double *de, int f, int df, const double *x)
{
    return *x * *x + a[0];
}
double last_reverse(double *a, double *da, double *b, double *db, double *c, double *dc, double *d,
                    double *dd, double *e, double *de, int f, int df, const double *x, double seed)
{
    return 10 * 2 * *x * seed * (f == df);
}
void *__enzyme_register_gradient_last[] = {(void *)last, (void *)last_augmented,
                                           (void *)last_reverse, (void *)"byref_12"};

static double zero[1];
static double f(double x)
{
    return last(zero, zero, zero, zero, zero, 7, x) * x;
}

int main(void)
{
    struct two_doubles g = __enzyme_autodiff_pair((void *)blend, 2.0, 3.0);
    CHECK(g.x, 30);
    CHECK(g.y, 200);
    CHECK(__enzyme_autodiff((void *)blend, enzyme_const, 2.0, 3.0), 200);
    CHECK(__enzyme_autodiff((void *)f, 2.0), 40 * 2 + 4);
    return oracle_result();
}
