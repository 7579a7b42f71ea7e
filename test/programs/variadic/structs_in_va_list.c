/* Structs by value among the variadic arguments: in registers, mixed, in memory; a variadic
 * function called through a pointer. */
#include <stdarg.h>
#include "oracle.h"

struct pair {
    double x, y;
};
struct tagged {
    double value;
    int weight;
};
struct big {
    double m[4];
};
typedef double v4 __attribute__((vector_size(32)));
typedef double v2 __attribute__((vector_size(16)));

static double combine(int kind, ...)
{
    va_list args;
    double s = 0;
    va_start(args, kind);
    struct pair p = va_arg(args, struct pair);
    if (kind > 0) {
        struct tagged t = va_arg(args, struct tagged);
        s += t.value * t.weight;
    }
    if (kind > 1) {
        struct big b = va_arg(args, struct big);
        for (int i = 0; i < 4; i++)
            s += b.m[i] * b.m[3 - i];
    }
    s += va_arg(args, double);
    va_end(args);
    return s + p.x * p.y;
}

static double first(int kind, ...)
{
    va_list args;
    va_start(args, kind);
    struct pair p = va_arg(args, struct pair);
    va_end(args);
    return p.x * p.x;
}

static double aligned(int n, ...)
{
    va_list args;
    va_start(args, n);
    int skipped = va_arg(args, int);
    v4 a = va_arg(args, v4);
    v2 b = va_arg(args, v2);
    long double c = va_arg(args, long double);
    float _Complex d = va_arg(args, float _Complex);
    va_end(args);
    return skipped * (a[0] * a[3] + b[1]) + (double)(c * c) + (double)__real__ d;
}

static double f(const double *x, int n)
{
    struct pair p = {x[0], x[1]};
    struct tagged t = {x[2], 3};
    struct big b = {{x[0], x[1], x[2], x[3]}};
    double (*g)(int, ...) = x[0] > 0 ? first : combine;
    return combine(0, p, x[3]) + combine(1, p, t, x[0]) * combine(2, p, t, b, x[1]) +
           g(0, p, x[3]) +
           aligned(1, 2, (v4){x[0], 0, 1, x[1]}, (v2){1, x[2] * x[3]}, (long double)x[3],
                   (float _Complex)0.5f);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.2, 0.5, 1.4}), 4);
    ORACLE_GRADIENT(f, ((const double[]){-0.9, 1.2, 0.5, 1.4}), 4);
    return oracle_result();
}
