/* Declared derivatives in a header that several units include. */
#include <enzcc/typed.h>

double sum12(double a, float b, double c, long d, const double *e, double f, double g, int h,
             double i, double j, double k, double *l);
double square(double x);

ENZ_REVERSE(sum12_gradient, sum12, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_ACTIVE(float),
            ENZ_CONST(double), ENZ_CONST(long), ENZ_DUP(const double *), ENZ_ACTIVE(double),
            ENZ_CONST(double), ENZ_CONST(int), ENZ_ACTIVE(double), ENZ_ACTIVE(double),
            ENZ_ACTIVE(double), ENZ_DUP(double *));
ENZ_REVERSE(square_gradient, square, ENZ_ACTIVE(double), ENZ_ACTIVE(double));
