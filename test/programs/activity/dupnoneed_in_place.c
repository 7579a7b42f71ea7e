/* dupnoneed memory that the function only writes through this argument, and reads through another
 * one, which may lead elsewhere into it, through a pointer in memory, or by name: what it writes is
 * needed. */
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

/* ---- pointers that lead to other places of the same memory ---- */

static double chain(const double *in, double *out, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        out[i] = in[i] * in[i];
        s += in[i + 1] * in[i];
    }
    return s;
}

/* The store is the last thing that happens to the memory, but for the load. */
static double once(const double *in, double *out, int n)
{
    *out = in[0] * in[0];
    return in[n] * in[0];
}

struct box {
    double *data;
};
static double boxed(const struct box *in, double *out, int n)
{
    return chain(in->data, out, n);
}

#define CALLS(f, T)                                                                                \
    __attribute__((noinline)) static void gradient_##f(T *u, T *du, double *v, double *dv, int n)  \
    {                                                                                              \
        __enzyme_autodiff_in_place((void *)f, enzyme_dup, u, du, enzyme_dupnoneed, v, dv,          \
                                   enzyme_const, n);                                               \
    }                                                                                              \
    __attribute__((noinline)) static double tangent_##f(T *u, T *du, double *v, double *dv, int n) \
    {                                                                                              \
        return __enzyme_fwddiff_in_place((void *)f, enzyme_dup, u, du, enzyme_dupnoneed, v, dv,    \
                                         enzyme_const, n);                                         \
    }
CALLS(chain, double)
CALLS(once, double)
CALLS(boxed, struct box)

static const double values[N] = {1.1, 1.2, 1.3, 1.4};

static double moved(double by, int n)
{
    double u[N];
    memcpy(u, values, sizeof u);
    u[0] += by;
    return n == 1 ? once(u, u + 1, n) : chain(u, u + 1, n);
}

static double slope(int n)
{
    return (moved(1e-5, n) - moved(-1e-5, n)) / 2e-5;
}

#define CHECK_MOVED(f, n, first, d_first)                                                          \
    do {                                                                                           \
        double u[N], d[N] = {0}, t[N] = {1};                                                       \
        memcpy(u, values, sizeof u);                                                               \
        gradient_##f(first(u), d_first(d), u + 1, d + 1, n);                                       \
        CHECK_TOL(d[0], slope(n), 1e-8);                                                           \
        memcpy(u, values, sizeof u);                                                               \
        CHECK_TOL(tangent_##f(first(u), d_first(t), u + 1, t + 1, n), slope(n), 1e-8);             \
    } while (0)
#define ITSELF(u) (u)
#define BOX(u)    (&(struct box){u})

static void check_moved(void)
{
    CHECK_MOVED(chain, N - 1, ITSELF, ITSELF);
    CHECK_MOVED(once, 1, ITSELF, ITSELF);
    CHECK_MOVED(boxed, N - 1, BOX, BOX);
}

/* Of other memory, which need not be there if it is NULL. */
static void check_boxed_apart(void)
{
    double u[N], d[N] = {0}, dv[N] = {1};
    memcpy(u, values, sizeof u);
    gradient_boxed(&(struct box){u}, &(struct box){d}, NULL, dv, N - 1);
    CHECK_TOL(d[0], u[1] + 2 * u[0], 1e-14);
    CHECK_TOL(d[N - 1], u[N - 2], 1e-14);
}

int main(void)
{
    check_in_place();
    check_apart();
    check_moved();
    check_boxed_apart();
    CHECK_TOL(__enzyme_autodiff_in_place((void *)by_name, 2.0, enzyme_dupnoneed, state, d_state), 2,
              1e-14);
    return oracle_result();
}
