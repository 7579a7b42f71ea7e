/* Several directions: rules without tape are called once per direction. */
#include "oracle.h"

extern int enzyme_width, enzyme_dup;
struct two_doubles {
    double x, y;
};
extern struct two_doubles __enzyme_fwddiff_pair(void *, ...);
extern struct two_doubles __enzyme_autodiff_pair(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);

double mul(double x, double y)
{
    return x * y;
}
double mul_augmented(double x, double y)
{
    return x * y;
}
struct two_doubles mul_reverse(double x, double y, double seed)
{
    return (struct two_doubles){10 * y * seed, 10 * x * seed};
}
struct two_doubles mul_forward(double x, double dx, double y, double dy)
{
    return (struct two_doubles){x * y, 10 * (x * dy + y * dx)};
}
void *__enzyme_register_gradient_mul[] = {(void *)mul, (void *)mul_augmented, (void *)mul_reverse};
void *__enzyme_register_derivative_mul[] = {(void *)mul, (void *)mul_forward};

static double f(double x, double y)
{
    return mul(x, y) + x;
}
static void g(const double *x, double *y)
{
    y[0] = mul(x[0], x[1]);
    y[1] = mul(x[0], x[0]);
}

int main(void)
{
    struct two_doubles t =
        __enzyme_fwddiff_pair((void *)f, enzyme_width, 2, 2.0, 1.0, 0.0, 3.0, 0.0, 1.0);
    CHECK(t.x, 31);
    CHECK(t.y, 20);
    double x[2] = {2, 3}, dx1[2] = {0}, dx2[2] = {0}, y[2], dy1[2] = {1, 0}, dy2[2] = {0, 1};
    __enzyme_autodiff_v((void *)g, enzyme_width, 2, enzyme_dup, x, dx1, dx2, enzyme_dup, y, dy1,
                        dy2);
    CHECK(dx1[0], 30);
    CHECK(dx1[1], 20);
    CHECK(dx2[0], 40);
    CHECK(dx2[1], 0);
    return oracle_result();
}
