// Misuse of <enzcc/derivatives.hpp>: callables that do not fit.
#include <enzcc/derivatives.hpp>

double f(const double *x);
void v(const double *x, double *y);
double in_place(double *x);
double *memory();

/* case right: */
double good()
{
    double x[2] = {1, 2}, g[2], h[4], value;
    enzcc::hessian(enzcc::fn<f>, x, g, h);
    enzcc::jacobian(enzcc::fn<v>, x, g, h);
    return enzcc::gradient(f, memory(), 2, g) + enzcc::directional(f, x, x, value);
}

/* case number_type: enzcc: the callable is not T f(const T *x), for the T that x consists of */
float bad(float (&x)[2], float (&g)[2])
{
    return enzcc::gradient(enzcc::fn<f>, x, g);
}

/* case vector: enzcc: the callable is not T f(const T *x), for the T that x consists of */
double bad(double (&x)[2], double &value)
{
    return enzcc::directional(enzcc::fn<v>, x, x, value);
}

/* case number: enzcc: the callable is not void f(const T *x, T *y), for the T that x consists of */
void bad(double (&x)[2], double (&y)[2], double (&h)[4])
{
    enzcc::jacobian(enzcc::fn<f>, x, y, h);
}

/* case written: enzcc: the callable is not T f(const T *x), for the T that x consists of */
double bad(double (&x)[2], double (&g)[2])
{
    return enzcc::gradient(enzcc::fn<in_place>, x, g);
}

/* case integers: enzcc: x is no array of floating-point numbers */
int bad(int (&x)[2], int (&g)[2])
{
    return enzcc::gradient([](const int *at) { return at[0]; }, x, g);
}

/* case order: enzcc: taylor<order>: the order is from 1 to 4 */
void bad(double (&x)[2], double (&c)[6])
{
    enzcc::taylor<5>(enzcc::fn<f>, x, x, c);
}
