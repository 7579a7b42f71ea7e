/* Error estimates of loops over memory, against the same analysis by hand, and against what the
 * result is really off by. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

double __enzyme_error_estimate(void *, ...);
void __enzyme_error_estimate_v(void *, ...);

enum { N = 50 };

static double half_ulp(double x)
{
    return (nextafter(fabs(x), INFINITY) - fabs(x)) / 2;
}

#define CHECK_ERROR(got, want) CHECK((got) / (want), 1)

/* Horner's rule; contracted, if at all, into one operation, which counts as two. */
static double polynomial(const double *a, int n, double x)
{
    double s = 0;
    for (int i = n; i-- > 0;)
        s = s * x + a[i];
    return s;
}

static double polynomial_error(const double *a, const double *ea, int n, double x, double ex)
{
    double s = 0, e = 0;
    for (int i = n; i-- > 0;) {
        double p = s * x;
        e = e * fabs(x) + fabs(s) * ex + half_ulp(p);
        s = p + a[i];
        e += ea[i] + half_ulp(s);
    }
    return e;
}

static void check_polynomial(double x, double ex)
{
    double a[N], ea[N];
    oracle_random(a, N, 3);
    for (int i = 0; i < N; i++)
        ea[i] = fabs(a[i]) * 1e-17;
    double got = __enzyme_error_estimate((void *)polynomial, a, ea, N, x, ex),
           want = polynomial_error(a, ea, N, x, ex);
    long double exact = 0;
    for (int i = N; i-- > 0;)
        exact = exact * x + a[i];
    CHECK_ERROR(got, want);
    CHECK_THAT(fabsl(polynomial(a, N, x) - exact) <= got);
}

/* In place; the shadow has errors before and after. */
static void sums(double *x, int n)
{
    for (int i = 1; i < n; i++)
        x[i] = x[i] + x[i - 1];
}

static void check_in_place(void)
{
    double x[N], y[N], ex[N], want = 0;
    oracle_random(x, N, 5);
    memcpy(y, x, sizeof x);
    for (int i = 0; i < N; i++)
        ex[i] = 1e-16;
    __enzyme_error_estimate_v((void *)sums, enzyme_dup, x, ex, N);
    sums(y, N);
    for (int i = 0; i < N; i++) {
        want += 1e-16 + (i ? half_ulp(y[i]) : 0);
        CHECK_THAT(x[i] == y[i]);
        CHECK_ERROR(ex[i], want);
    }
}

/* Scratch memory, calls and recursion. */
static double halves(const double *x, int n)
{
    return n == 1 ? x[0] : halves(x, n / 2) + halves(x + n / 2, n - n / 2);
}

static double norm(const double *x, int n)
{
    double *squares = malloc((size_t)n * sizeof *squares);
    for (int i = 0; i < n; i++)
        squares[i] = x[i] * x[i];
    double r = sqrt(halves(squares, n));
    free(squares);
    return r;
}

static double halves_error(const double *x, const double *ex, int n, double *s)
{
    double s1, s2;
    if (n == 1) {
        *s = *x;
        return *ex;
    }
    double e =
        halves_error(x, ex, n / 2, &s1) + halves_error(x + n / 2, ex + n / 2, n - n / 2, &s2);
    *s = s1 + s2;
    return e + half_ulp(*s);
}

static void check_norm(void)
{
    double x[N], ex[N], squares[N], errors[N], s;
    oracle_random(x, N, 8);
    for (int i = 0; i < N; i++) {
        ex[i] = 1e-15 * (i + 1);
        squares[i] = x[i] * x[i];
        errors[i] = 2 * fabs(x[i]) * ex[i] + half_ulp(squares[i]);
    }
    double e = halves_error(squares, errors, N, &s);
    CHECK_ERROR(__enzyme_error_estimate((void *)norm, x, ex, N),
                e / (2 * sqrt(s)) + half_ulp(sqrt(s)));
}

/* Where the estimate matters: 1 - cos(x) loses digits, 2 sin(x/2)^2 does not. */
static double cancelling(double x)
{
    return (1 - cos(x)) / (x * x);
}
static double stable(double x)
{
    double s = sin(x / 2);
    return 2 * s * s / (x * x);
}

static void check_cancellation(void)
{
    double x = 1.3e-7;
    long double exact = 2 * sinl(x / 2.0L) * sinl(x / 2.0L) / ((long double)x * x);
    double lost = __enzyme_error_estimate((void *)cancelling, x, 0.0),
           kept = __enzyme_error_estimate((void *)stable, x, 0.0);
    CHECK_THAT(fabsl(cancelling(x) - exact) <= lost);
    CHECK_THAT(fabsl(stable(x) - exact) <= kept);
    CHECK_THAT(lost > 1e-3 && lost < 1);
    CHECK_THAT(kept < 1e-15);
}

int main(void)
{
    check_polynomial(0.9, 0);
    check_polynomial(-0.99, 1e-16);
    check_in_place();
    check_norm();
    check_cancellation();
    return oracle_result();
}
