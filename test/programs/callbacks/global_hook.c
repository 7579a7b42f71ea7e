/* Hooks in mutable globals, with a default, set by a setter before and during the differentiated
 * code. */
#include <math.h>
#include "oracle.h"

typedef double kernel(double);
static double linear(double r)
{
    return 1 - r;
}
static double gaussian(double r)
{
    return exp(-r * r);
}
static double none(double r)
{
    return 0 * r;
}

static kernel *current = linear;
static kernel *fallback;
static struct {
    kernel *k[2];
    double scale;
} settings = {{linear, none}, 2};

static void set_kernel(kernel *k)
{
    current = k ? k : linear;
}

static double pairs(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            s += current((x[i] - x[j]) * (x[i] - x[j])) +
                 settings.k[(i + j) % 2](x[i]) * settings.scale;
    return s;
}

static double changing(const double *x, int n)
{
    double s = pairs(x, n);
    set_kernel(gaussian);
    s += x[0] * pairs(x, n);
    set_kernel(fallback);
    return s;
}

int main(void)
{
    const double x[] = {0.1, 0.5, 1.2};
    ORACLE_GRADIENT(pairs, x, 3);
    set_kernel(gaussian);
    ORACLE_GRADIENT(pairs, x, 3);
    set_kernel(NULL);
    settings.k[1] = gaussian;
    ORACLE_GRADIENT(changing, x, 3);
    return oracle_result();
}
