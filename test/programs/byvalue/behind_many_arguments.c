/* More arguments than there are registers, integers and numbers, in front of small structs. */
#include "oracle.h"

struct pair {
    double x, y;
};
struct counted {
    double a;
    long n;
};

static __attribute__((noinline)) double g(int a, int b, int c, int d, int e, int f, int i, double p,
                                          double q, double r, double s, double t, double u,
                                          double v, double w, double z, struct pair pair,
                                          struct counted counted)
{
    return pair.x * pair.y * (a + b + c + d + e + f + i) + z * counted.a * (double)counted.n +
           p * w + q + r + s + t + u + v;
}

static double f(const double *x, int n)
{
    struct pair pair = {x[0], x[1]};
    struct counted counted = {x[2], n};
    return g(n, n, n, n, n, n, 1, x[0], x[1], x[2], 1, 2, 3, 4, x[1], x[0], pair, counted);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
