/* GNU vector types in signatures, structs and arithmetic. */
#include "oracle.h"

typedef double v2 __attribute__((vector_size(16)));
typedef double v4 __attribute__((vector_size(32)));
struct particle {
    v4 position;
    double mass;
};

static v2 swap(v2 a)
{
    return (v2){a[1], a[0]};
}
__attribute__((noinline)) static double dot(const v4 *a, const v4 *b)
{
    v4 p = *a * *b;
    return p[0] + p[1] + p[2] + p[3];
}

static double f(const double *x, int n)
{
    v2 a = {x[0], x[1]}, b = swap(a) * 2.0 + a;
    struct particle p = {{x[0], x[1], x[2], 1}, x[3]};
    v4 q = p.position * p.mass;
    q[3] = b[0];
    for (int i = 0; i < 3; i++)
        q += 0.5 * p.position;
    v4 positive = (v4)((q > 0.0) & (__typeof__(q > 0.0))q);
    return dot(&q, &p.position) + b[0] * b[1] + positive[2];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.5, -0.5, 2, 0.7}), 4);
    return oracle_result();
}
