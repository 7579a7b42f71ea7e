/* Misuse of <enzcc/derivatives.h>: functions and constants that do not fit, calls that do not fit
 * the declaration. */
#include <enzcc/derivatives.h>

double f(const double *x, int n);
void v(const double *x, double *y, int n);
double in_place(double *x, int n);
double with_data(const double *x, double *data);

/* case right: */
ENZ_GRADIENT(df, f, double, ENZ_CONST(int));
ENZ_HESSIAN(hf, f, double, ENZ_CONST(int));
ENZ_JACOBIAN(jv, v, double, ENZ_CONST(int));
ENZ_TAYLOR(tf, f, double, 2, ENZ_CONST(int));
double good(double *x, double *g)
{
    tf(x, x, g, 2);
    return jv(x, 2, 2, g, g, 0, 2) + hf(x, 2, g, g, 0, 2) + df(x, 2, g, 2);
}

/* case too_few: enzcc: df: the function is not double f(const double *, constants...) with the
 * constants that ENZ_CONST describes */
ENZ_GRADIENT(df, f, double);

/* case number_type: enzcc: df: the function is not float f(const float *, constants...) */
ENZ_GRADIENT(df, f, float, ENZ_CONST(int));

/* case constant_type: enzcc: hf: the function is not double f(const double *, constants...) */
ENZ_HVP(hf, f, double, ENZ_CONST(long));

/* case vector: enzcc: dv: the function is not double v(const double *, constants...) */
ENZ_DIRECTIONAL(dv, v, double, ENZ_CONST(int));

/* case number: enzcc: jf_columns: the function is not void f(const double *, double *,
 * constants...) */
ENZ_JVP(jf_columns, f, double, ENZ_CONST(int));

/* case written: enzcc: di: the function is not double in_place(const double *, constants...) */
ENZ_GRADIENT(di, in_place, double, ENZ_CONST(int));

/* case active: enzcc: only x has a derivative here: describe the other parameters with ENZ_CONST */
ENZ_GRADIENT(dd, with_data, double, ENZ_DUP(double *));

/* case arguments: too few arguments to function call, expected 4, have 3 */
ENZ_GRADIENT(df, f, double, ENZ_CONST(int));
double bad(double *x, double *g)
{
    return df(x, 2, g);
}
