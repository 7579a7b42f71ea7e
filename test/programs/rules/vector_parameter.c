/* A vector of the compiler's is a number to rules: no shadow beside it, its gradient is returned.
 */
#include "oracle.h"

typedef double double2 __attribute__((vector_size(16)));

double dot(double2 a, double2 b)
{
    return a[0] * b[0] + a[1] * b[1];
}
struct gradient {
    double2 a, b;
};
struct gradient dot_reverse(double2 a, double2 b, double seed)
{
    return (struct gradient){10 * seed * b, 10 * seed * a};
}
void *__enzyme_register_gradient_dot[] = {(void *)dot, (void *)dot, (void *)dot_reverse};

static double f(double x)
{
    double2 v = {x, 2 * x};
    return dot(v, v + 1);
}

int main(void)
{
    /* f = x (x + 1) + 2x (2x + 1) */
    CHECK(__enzyme_autodiff((void *)f, 3.0), 10 * (7 + 2 * (12 + 1)));
    return oracle_result();
}
