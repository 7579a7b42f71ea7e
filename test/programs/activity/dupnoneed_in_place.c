/* dupnoneed memory that the function only writes through this argument, and reads through another
 * one, or by name: what it writes is needed. */
#include "oracle.h"
#include <string.h>

enum { N = 4 };
int enzyme_dupnoneed;
int enzyme_primal_return;
double __enzyme_autodiff_in_place(void *, ...);
double __enzyme_fwddiff_in_place(void *, ...);

/* Gauss-Seidel if both are the same. */
static double sweep(const double *in, double *out, int n)
{
    double s = 0;
    for (int i = 1; i < n; i++) {
        out[i] = in[i - 1] * in[i];
        s += in[i - 1];
    }
    return s;
}

static double state[1], d_state[1];
static double by_name(double x, double *out)
{
    out[0] = x * x;
    return state[0] > 1 ? 2 * x : 3 * x;
}

static const double start[N] = {2, 3, 5, 7}; /* 2 + 2*3 + 2*3*5 */

/* The arguments are not seen to be the same. */
__attribute__((noinline)) static void gradient(double *u, double *du, double *v, double *dv)
{
    __enzyme_autodiff_in_place((void *)sweep, enzyme_dup, u, du, enzyme_dupnoneed, v, dv,
                               enzyme_const, N);
}

static void check_gradient(const double *du)
{
    CHECK_TOL(du[0], 19, 1e-14);
    CHECK_TOL(du[1], 12, 1e-14);
    CHECK_TOL(du[2], 6, 1e-14);
}

static void check_in_place(void)
{
    double u[N], du[N] = {0}, tangent[N] = {1};
    memcpy(u, start, sizeof u);
    __enzyme_autodiff_in_place((void *)sweep, enzyme_dup, u, du, enzyme_dupnoneed, u, du,
                               enzyme_const, N);
    check_gradient(du);
    memcpy(u, start, sizeof u);
    memset(du, 0, sizeof du);
    gradient(u, du, u, du);
    check_gradient(du);
    memcpy(u, start, sizeof u);
    double slope = __enzyme_fwddiff_in_place((void *)sweep, enzyme_dup, u, tangent,
                                             enzyme_dupnoneed, u, tangent, enzyme_const, N);
    CHECK_TOL(slope, 19, 1e-14);
}

/* Apart from each other the result need not be there. */
static void check_apart(void)
{
    double u[N], du[N] = {0}, dv[N] = {0};
    memcpy(u, start, sizeof u);
    dv[2] = 1;
    gradient(u, du, NULL, dv);
    CHECK_TOL(du[0], 1, 1e-14);
    CHECK_TOL(du[1], 1 + 5, 1e-14);
    CHECK_TOL(du[2], 1 + 3, 1e-14);
}

int main(void)
{
    check_in_place();
    check_apart();
    CHECK_TOL(__enzyme_autodiff_in_place((void *)by_name, 2.0, enzyme_dupnoneed, state, d_state), 2,
              1e-14);
    return oracle_result();
}
