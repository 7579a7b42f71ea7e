/* A number and an integer in one register: constant arguments and results are like any other. */
#include "oracle.h"

extern int enzyme_const_return;

struct mixed {
    double w;
    float a;
    int n;
};
struct counted {
    int n;
    float f;
};
struct counted_gradient {
    struct counted c;
    double x;
};

static double f(struct mixed m, double x)
{
    return m.w * m.a * m.n * x * x;
}
static struct counted step(double *x)
{
    *x = *x * *x;
    return (struct counted){2, 3};
}

double __enzyme_autodiff_mixed(void *, int, struct mixed, double);
double __enzyme_fwddiff_mixed(void *, int, struct mixed, double, double);
struct counted __enzyme_autodiff_step(void *, int, int, int, double *, double *);

int main(void)
{
    struct mixed m = {2, 3, 4};
    CHECK(__enzyme_autodiff_mixed((void *)f, enzyme_const, m, 5.0), 240);
    CHECK(__enzyme_fwddiff_mixed((void *)f, enzyme_const, m, 5.0, 2.0), 480);
    double x = 3, dx = 1;
    struct counted c = __enzyme_autodiff_step((void *)step, enzyme_const_return,
                                              enzyme_primal_return, enzyme_dup, &x, &dx);
    CHECK_THAT(c.n == 2 && c.f == 3);
    CHECK(dx, 6);
    return oracle_result();
}
