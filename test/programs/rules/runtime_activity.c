/* Pointers that turn out constant at run time: the rule sees its primal pointer as shadow. */
#include "oracle.h"

extern void __enzyme_autodiff_v(void *, ...);
extern int enzyme_runtime_activity, enzyme_dup;

static int constant_seen;
double value(const double *x)
{
    return *x * *x;
}
double value_augmented(const double *x, double *dx)
{
    return *x * *x;
}
void value_reverse(const double *x, double *dx, double seed)
{
    if (dx == x)
        constant_seen++;
    else
        *dx += 20 * *x * seed;
}
void *__enzyme_register_gradient_value[] = {(void *)value, (void *)value_augmented,
                                            (void *)value_reverse};

static void f(const double *x, double *y)
{
    *y = value(x) + *y;
}

/* a pointer that is one or the other */
static const double fixed = 3;
static void g(const double *x, double *y, int which)
{
    *y = value(which ? x : &fixed);
}

int main(void)
{
    double x = 2, dx = 0, y = 1, dy = 1;
    __enzyme_autodiff_v((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_dup, &y,
                        &dy);
    CHECK(dx, 40);
    CHECK(y, 5);
    dy = 1;
    __enzyme_autodiff_v((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &x, enzyme_dup, &y,
                        &dy);
    CHECK(x, 2);
    CHECK_THAT(constant_seen == 1);
    dy = 1;
    __enzyme_autodiff_v((void *)g, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, 0);
    CHECK(y, 9);
    CHECK(dx, 40);
    CHECK_THAT(constant_seen == 2);
    dy = 1;
    __enzyme_autodiff_v((void *)g, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, 1);
    CHECK(dx, 80);
    return oracle_result();
}
