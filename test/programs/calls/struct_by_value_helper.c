/* Small and large structs passed to and returned from helpers by value. */
#include "oracle.h"

struct complex2 {
    double re, im;
};
struct matrix2 {
    double a, b, c, d;
};

__attribute__((noinline)) static struct complex2 multiply(struct complex2 p, struct complex2 q)
{
    return (struct complex2){p.re * q.re - p.im * q.im, p.re * q.im + p.im * q.re};
}

__attribute__((noinline)) static struct matrix2 product(struct matrix2 m, struct matrix2 n)
{
    return (struct matrix2){m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d, m.c * n.a + m.d * n.c,
                            m.c * n.b + m.d * n.d};
}

static double f(const double *x, int n)
{
    struct complex2 z = {x[0], x[1]}, w = multiply(multiply(z, z), (struct complex2){x[2], 1});
    struct matrix2 m = {x[0], x[1], x[2], x[3]};
    m = product(m, product(m, m));
    return w.re * w.im + m.a * m.d - m.b;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.1, 0.8, -0.7}), 4);
    return oracle_result();
}
