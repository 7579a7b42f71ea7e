/* digamma and polygamma for devices, which have no wider format than double; Bessel functions of
 * any order, which AMD's library does not have. */
#include "../special.h"

#include <float.h>
#include <math.h>

#include "../special_tables.h"

enum { MAX_REFLECTED = 40 };

#define REAL      double
#define NAME(f)   f
#define FN(f)     f
#define EPSILON   DBL_EPSILON
#define SHIFT     10
#define TAYLOR    23
#define ROOT_REST DIGAMMA_ROOT_REST_53
#include "../special_body.h"

float enz_rt_digammaf(float x)
{
    return (float)enz_rt_digamma(x);
}

float enz_rt_polygammaf(int n, float x)
{
    return (float)enz_rt_polygamma(n, x);
}

#ifdef __AMDGCN__
/* By recurrence over the order (DLMF 10.6.1), upwards. */
static double upwards(int n, double x, double before, double now)
{
    for (int k = 1; k < n; k++) {
        double then = 2 * k / x * now - before;
        before = now;
        now = then;
    }
    return n == 0 ? before : now;
}

/* J of an order above |x|, where that is not stable: by quotients of neighbours, r(k) = J(k) /
 * J(k - 1) = 1 / (2k / x - r(k + 1)) (DLMF 10.10.1), from where they are small enough. */
static double by_quotients(int n, double x, double j0, double j1)
{
    enum { MORE = 40 };
    int from = fabs(j0) > fabs(j1) ? 0 : 1;
    double r = 0, product = from == 0 ? j0 : j1;
    for (int k = n + MORE; k > from; k--) {
        r = 1 / (2 * k / x - r);
        if (k <= n)
            product *= r;
    }
    return product;
}

static double of_order(int n, double x, int first_kind)
{
    int most = n < 0 ? -n : n;
    double j = first_kind && most > fabs(x) && most > 1 ? by_quotients(most, x, j0(x), j1(x))
               : first_kind                             ? upwards(most, x, j0(x), j1(x))
                                                        : upwards(most, x, y0(x), y1(x));
    return n < 0 && n % 2 ? -j : j; /* DLMF 10.4.1 */
}

#define OF_ORDER(name, first_kind)                                                                 \
    double enz_rt_##name(int n, double x);                                                         \
    double enz_rt_##name(int n, double x)                                                          \
    {                                                                                              \
        return of_order(n, x, first_kind);                                                         \
    }                                                                                              \
    float enz_rt_##name##f(int n, float x);                                                        \
    float enz_rt_##name##f(int n, float x)                                                         \
    {                                                                                              \
        return (float)of_order(n, (double)x, first_kind);                                          \
    }
OF_ORDER(jn, 1)
OF_ORDER(yn, 0)
#endif
