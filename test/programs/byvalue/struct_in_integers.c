/* Structs with unions in them are returned in integer registers: the numbers and pointers in them
 * have derivatives. The functions are recursive, so that they are calls. */
#include "oracle.h"
#include <math.h>

union number {
    char none;
    double value;
};
struct maybe {
    union number u;
    char there;
};
struct both {
    union number a, b;
};
struct beside {
    union number a;
    double b;
};
struct small {
    union {
        char none;
        float value;
    } a;
    float b;
};
struct place {
    union {
        char none;
        const double *at;
    } u;
    char there;
};

static struct maybe product(const double *x, int n)
{
    struct maybe m;
    if (n == 0 || x[n - 1] > 0.9) {
        m.u.none = 0;
        m.there = 0;
    } else {
        struct maybe rest = product(x, n - 1);
        m.u.value = x[n - 1] * (rest.there ? rest.u.value : 2);
        m.there = 1;
    }
    return m;
}

static struct both sums(const double *x, int n)
{
    struct both s = {.a.value = 1, .b.value = 0.5};
    if (n > 0) {
        struct both rest = sums(x, n - 1);
        s.a.value = rest.a.value * (1 + 0.1 * x[n - 1]);
        s.b.value = rest.b.value + sin(x[n - 1]) * rest.a.value;
    }
    return s;
}

static struct beside pair(const double *x, int n)
{
    struct beside s = {.a.value = 1, .b = 0.5};
    if (n > 0) {
        struct beside rest = pair(x, n - 1);
        s.a.value = rest.a.value * (1 + 0.1 * x[n - 1]);
        s.b = rest.b + sin(x[n - 1]) * rest.a.value;
    }
    return s;
}

static struct small floats(const double *x, int n)
{
    struct small s = {.a.value = 1, .b = 0.5f};
    if (n > 0) {
        struct small rest = floats(x, n - 1);
        s.a.value = rest.a.value * (1 + 0.125f * (float)x[n - 1]);
        s.b = rest.b + (float)x[n - 1] * rest.a.value;
    }
    return s;
}

static struct place largest(const double *x, int n)
{
    struct place p;
    if (n == 0) {
        p.u.none = 0;
        p.there = 0;
        return p;
    }
    p = largest(x, n - 1);
    if (!p.there || *p.u.at < x[n - 1])
        p.u.at = &x[n - 1];
    p.there = 1;
    return p;
}

static double of_product(const double *x, int n)
{
    struct maybe m = product(x, n);
    return m.there ? m.u.value * m.u.value : x[0];
}

static double of_sums(const double *x, int n)
{
    struct both s = sums(x, n);
    struct both half = sums(x, n / 2);
    return s.a.value * s.b.value + half.b.value;
}

static double of_pair(const double *x, int n)
{
    struct beside s = pair(x, n);
    return s.a.value * s.b;
}

static double of_floats(const double *x, int n)
{
    struct small s = floats(x, n);
    return s.a.value * s.b;
}

static double of_largest(const double *x, int n)
{
    struct place p = largest(x, n);
    return p.there ? *p.u.at * *p.u.at + p.u.at[0] : 0;
}

int main(void)
{
    double x[5], want[5] = {0}, dx[5] = {0};
    oracle_random(x, 5, 5);
    ORACLE_GRADIENT(of_product, x, 5);
    ORACLE_GRADIENT(of_sums, x, 5);
    ORACLE_GRADIENT(of_pair, x, 5);
    ORACLE_GRADIENT(of_largest, x, 5);
    GRADIENT(of_floats, x, dx, 5);
    for (int i = 0; i < 5; i++) {
        double seed[5] = {0};
        seed[i] = 1;
        want[i] = ORACLE_TANGENT_CALL(of_floats, x, seed, 5);
        CHECK_FLOAT(dx[i], want[i]);
    }
    CHECK_THAT(fabs(dx[4]) > 0.1);
    return oracle_result();
}
