// Misuse of <enzcc/typed.h> in C++.
#include <enzcc/typed.h>

double f(double x, const double *w, int n);
void step(double *p, double **rows);
long count(double x);
double *row(double **rows);

/* case right: */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));
ENZ_FORWARD(tf, f, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUPNONEED(const double *), ENZ_CONST(int));
ENZ_REVERSE(dstep, step, ENZ_VOID, ENZ_DUP(double *), ENZ_DUP(double **));
ENZ_FORWARD(trow, row, ENZ_DUP(double *), ENZ_DUP(double **));
double good(double x, double *w, double **rows)
{
    double dx, dw[1] = {0};
    dstep(w, dw, rows, rows);
    return df(x, &dx, w, dw, 1) + df(x, 0, w, dw, 1) + tf(x, 1, w, dw, 1, &dx) +
           *trow(rows, rows, &w);
}

/* case too_few: enzcc: df: the descriptors do not fit the result and parameters of f */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *));

/* case too_many: enzcc: df: the descriptors do not fit the result and parameters of f */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int),
            ENZ_CONST(int));

/* case number_type: enzcc: df: the descriptors do not fit the result and parameters of f */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(float), ENZ_DUP(const double *), ENZ_CONST(int));

/* case integer_type: enzcc: df: the descriptors do not fit the result and parameters of f */
ENZ_FORWARD(df, f, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(const double *), ENZ_CONST(long));

/* case pointer_depth: enzcc: dstep: the descriptors do not fit the result and parameters of step
 */
ENZ_REVERSE(dstep, step, ENZ_VOID, ENZ_DUP(double *), ENZ_DUP(double *));

/* case pointer_for_value: enzcc: df: the descriptors do not fit the result and parameters of f */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_DUP(double *), ENZ_DUP(const double *), ENZ_CONST(int));

/* case result_type: enzcc: df: the descriptors do not fit the result and parameters of f */
ENZ_REVERSE(df, f, ENZ_ACTIVE(float), ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));

/* case result_void: enzcc: df: the descriptors do not fit the result and parameters of f */
ENZ_REVERSE(df, f, ENZ_VOID, ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));

/* case active_pointer: enzcc: ENZ_ACTIVE of a pointer: its gradient goes to a shadow: use ENZ_DUP
 */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_ACTIVE(const double *),
            ENZ_CONST(int));

/* case active_integer: enzcc: ENZ_ACTIVE of an integer, which has no derivative: use ENZ_CONST */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *),
            ENZ_ACTIVE(int));

/* case active_forward: enzcc: ENZ_ACTIVE is for reverse mode: use ENZ_DUP */
ENZ_FORWARD(tf, f, ENZ_DUP(double), ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));

/* case dup_value: enzcc: ENZ_DUP of a value in reverse mode: the gradient is lost: use ENZ_ACTIVE
 */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_DUP(double), ENZ_DUP(const double *), ENZ_CONST(int));

/* case dup_integer: enzcc: ENZ_DUP of an integer, which has no derivative: use ENZ_CONST */
ENZ_FORWARD(tf, f, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(const double *), ENZ_DUP(int));

/* case active_integer_result: enzcc: ENZ_ACTIVE of a result that is an integer: use ENZ_CONST */
ENZ_REVERSE(dcount, count, ENZ_ACTIVE(long), ENZ_ACTIVE(double));

/* case active_pointer_result: enzcc: ENZ_ACTIVE of a result that is a pointer: use ENZ_CONST */
ENZ_REVERSE(drow, row, ENZ_ACTIVE(double *), ENZ_DUP(double **));

/* case dup_result_reverse: enzcc: ENZ_DUP of the result is for forward mode: use ENZ_ACTIVE */
ENZ_REVERSE(df, f, ENZ_DUP(double), ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));

/* case active_result_forward: enzcc: ENZ_ACTIVE of the result is for reverse mode: use ENZ_DUP */
ENZ_FORWARD(tf, f, ENZ_ACTIVE(double), ENZ_DUP(double), ENZ_DUP(const double *), ENZ_CONST(int));

/* case no_function: enzcc: df: the descriptors do not fit the result and parameters of pointer */
extern double (*pointer)(double);
ENZ_REVERSE(df, pointer, ENZ_ACTIVE(double), ENZ_ACTIVE(double));

/* case call_too_few: no matching function for call to 'df' */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));
double bad(double x, double *w, double *dw)
{
    return df(x, w, dw, 1);
}

/* case call_pointer_depth: no matching function for call to 'df' */
ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));
double bad(double x, double *w, double *dw)
{
    return df(x, &x, w, &dw, 1);
}

/* case split_in_descriptors: dg: the descriptors do not fit the result and parameters of f */
ENZ_SPLIT_IN(dg, dh, size, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *));

/* case wide_descriptors: tf: the descriptors do not fit the result and parameters of f */
ENZ_FORWARD_WIDE(tf, 2, f, ENZ_DUP(double), ENZ_DUP(double), ENZ_CONST(int));

/* case wide_pointer: a pointer, in several directions, needs ENZ_STRIDED */
ENZ_FORWARD_WIDE(tf, 2, f, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(const double *),
                 ENZ_CONST(int));

/* case wide_value: ENZ_STRIDED of a value: it is for pointers */
ENZ_REVERSE_WIDE(df, 2, f, ENZ_ACTIVE(double), ENZ_STRIDED(double), ENZ_STRIDED(const double *),
                 ENZ_CONST(int));

/* case wide_dup_value: ENZ_DUP of a value in reverse mode: the gradient is lost */
ENZ_REVERSE_WIDE(df, 2, f, ENZ_ACTIVE(double), ENZ_DUP(double), ENZ_STRIDED(const double *),
                 ENZ_CONST(int));

/* case wide_integer: ENZ_DUP of an integer, which has no derivative: use ENZ_CONST */
ENZ_FORWARD_WIDE(tf, 2, f, ENZ_DUP(double), ENZ_DUP(double), ENZ_STRIDED(const double *),
                 ENZ_DUP(int));
