/* A char array used as an array of doubles, in place and through memcpy at run-time offsets. */
#include <string.h>
#include "oracle.h"

static double load(const char *p)
{
    double v;
    memcpy(&v, p, sizeof v);
    return v;
}
static void store(char *p, double v)
{
    memcpy(p, &v, sizeof v);
}

static double f(const double *x, int n)
{
    _Alignas(double) char buffer[128];
    double *view = (double *)buffer, sum = 0;
    for (int i = 0; i < n; i++)
        view[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        store(buffer + 64 + 8 * i, load(buffer + 8 * (n - 1 - i)) * x[i]);
    memcpy(buffer + 3, buffer + 64, (size_t)n * sizeof(double)); /* misaligned */
    for (int i = 0; i < n; i++)
        sum += load(buffer + 3 + 8 * i) * (i + 1);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
