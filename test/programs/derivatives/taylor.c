/* <enzcc/derivatives.h>: Taylor coefficients of orders 1 to 4 along a line. */
#include "oracle.h"
#include <enzcc/derivatives.h>
#include <math.h>

static double f(const double *x)
{
    return exp(x[0]) * sin(x[1]);
}
ENZ_TAYLOR(taylor_1, f, double, 1);
ENZ_TAYLOR(taylor_2, f, double, 2);
ENZ_TAYLOR(taylor_3, f, double, 3);
ENZ_TAYLOR(taylor_4, f, double, 4);

/* sum_i w_i x_i^i, with a loop and a branch: a polynomial of degree 5. */
static long double polynomial(const long double *x, const double *w, int n)
{
    long double sum = 0;
    for (int i = 0; i < n; i++) {
        long double power = 1;
        for (int k = 0; k < i; k++)
            power *= x[i];
        sum += power > 0 ? w[i] * power : power * w[i];
    }
    return sum;
}
ENZ_TAYLOR(expand, polynomial, long double, 4, ENZ_CONST(const double *), ENZ_CONST(int));

static float inverse(const float *x)
{
    return 1 / x[0];
}
ENZ_TAYLOR(inverse_taylor, inverse, float, 3);

/* exp(a + t) sin(b + 2 t) is the imaginary part of exp(a + ib) exp((1 + 2i) t), and
 * (1 + 2i)^k / k! = 1, 1 + 2i, (-3 + 4i)/2, (-11 - 2i)/6, (-7 - 24i)/24. */
static void closed_form(const double *x, double *c)
{
    const double re[5] = {1, 1, -3 / 2., -11 / 6., -7 / 24.}, im[5] = {0, 2, 2, -2 / 6., -1};
    for (int k = 0; k < 5; k++)
        c[k] = exp(x[0]) * (sin(x[1]) * re[k] + cos(x[1]) * im[k]);
}

static double binomial(int n, int k)
{
    return k == 0 ? 1 : binomial(n, k - 1) * (n - k + 1) / k;
}

int main(void)
{
    const double x[2] = {0.4, 0.9}, v[2] = {1, 2};
    double wanted[5], c[6];
    closed_form(x, wanted);
    void (*const expansions[4])(const double *, const double *, double *) = {taylor_1, taylor_2,
                                                                             taylor_3, taylor_4};
    for (int order = 1; order <= 4; order++) {
        c[order + 1] = 42;
        expansions[order - 1](x, v, c);
        CHECK_ARRAY(c, wanted, order + 1);
        CHECK(c[order + 1], 42);
    }

    enum { N = 6 };
    long double at[N], to[N], cl[5];
    double w[N], random[2 * N];
    oracle_random(w, N, 1);
    oracle_random(random, 2 * N, 2);
    for (int i = 0; i < N; i++)
        at[i] = random[i], to[i] = random[N + i];
    expand(at, to, cl, w, N);
    for (int k = 0; k < 5; k++) {
        long double sum = 0;
        for (int i = k; i < N; i++)
            sum += w[i] * binomial(i, k) * powl(at[i], i - k) * powl(to[i], k);
        CHECK_TOL(cl[k], sum, 1e-15);
    }

    const float one = 1, point = 0.5F;
    float cf[4];
    inverse_taylor(&point, &one, cf);
    for (int k = 0; k < 4; k++)
        CHECK_FLOAT(cf[k], (k % 2 ? -1 : 1) * pow(2, k + 1));
    return oracle_result();
}
