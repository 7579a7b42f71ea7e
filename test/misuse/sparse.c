/* Misuse of <enzcc/sparse.h>: functions and constants that do not fit. */
#include <enzcc/sparse.h>

double f(const double *x, int n);
void v(const double *x, double *y, int n);

/* case right: */
ENZ_SPARSE_HESSIAN(hf, f, double, ENZ_CONST(int));
ENZ_SPARSE_JACOBIAN(jv, v, double, ENZ_CONST(int));
int good(double *x, struct enz_pattern *p)
{
    return hf_pattern(x, 3, p, 3) + hf(x, p, x, x, 3) + jv_pattern(x, 3, 3, p, 3) +
           jv(x, p, x, x, 3);
}

/* case number_type: enzcc: hf: the function is not float f(const float *, constants...) */
ENZ_SPARSE_HESSIAN(hf, f, float, ENZ_CONST(int));

/* case vector: enzcc: hv: the function is not double v(const double *, constants...) */
ENZ_SPARSE_HESSIAN(hv, v, double, ENZ_CONST(int));

/* case number: enzcc: jf: the function is not void f(const double *, double *,
 * constants...) */
ENZ_SPARSE_JACOBIAN(jf, f, double, ENZ_CONST(int));

/* case constant_type: enzcc: jv: the function is not void v(const double *, double *,
 * constants...) */
ENZ_SPARSE_JACOBIAN(jv, v, double, ENZ_CONST(long));
