/* A va_list handed to a v-function that reads active floating-point values and writes results
 * through pointers.
 */
#include <stdarg.h>
#include "oracle.h"

static int vgather(double *out, int count, va_list args)
{
    for (int i = 0; i < count; i++)
        out[i] = va_arg(args, double) * (i + 1);
    return count;
}

__attribute__((noinline)) static int gather(double *out, int count, ...)
{
    va_list args;
    va_start(args, count);
    int n = vgather(out, count, args);
    va_end(args);
    return n;
}

static void scatter(int count, ...)
{
    va_list args;
    va_start(args, count);
    for (int i = 0; i < count; i++) {
        double *target = va_arg(args, double *);
        *target = *target * *target + va_arg(args, double);
    }
    va_end(args);
}

static double f(const double *x, int n)
{
    double y[4], a = x[0], b = x[1];
    int count = gather(y, 4, x[0] * x[1], x[2], x[3] * x[3], x[0]);
    scatter(2, &a, x[2], &b, x[0] * x[3]);
    double s = a * b;
    for (int i = 0; i < count; i++)
        s += y[i] * y[i];
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.2, 0.5, 1.4}), 4);
    return oracle_result();
}
