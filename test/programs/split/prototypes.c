/* Entry points with exact prototypes, narrow arguments, an int for the size. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
extern int enzyme_tape, enzyme_allocated;
typedef float ff(float);
void *__enzyme_augmentfwd_x(ff *, float);
float __enzyme_reverse_x(ff *, float, float, void *);
int __enzyme_augmentsize_i(void *, int);
void __enzyme_augmentfwd_y(void *, int, void *, int, int, double *, double *);
void __enzyme_reverse_y(void *, int, void *, int, int, double *, double *);
void __enzyme_augmentfwd_z();
static float f(float x)
{
    return x * x * x;
}
static void g(double *x)
{
    *x = exp(*x);
}
static float h2(float x, char c, short s, _Bool b)
{
    return b ? x * x * c * s : x;
}
struct augf {
    void *t;
    float v;
};
struct augf __enzyme_augmentfwd_h(void *, ...);
float __enzyme_reverse_h(void *, ...);
int main(void)
{
    void *t = __enzyme_augmentfwd_x(f, 2);
    CHECK_FLOAT(__enzyme_reverse_x(f, 2, 3, t), 36);
    int n = __enzyme_augmentsize_i((void *)g, enzyme_dup);
    double x = 1, dx = 1, *buf = malloc(n);
    __enzyme_augmentfwd_y((void *)g, enzyme_tape, buf, enzyme_allocated, n, &x, &dx);
    __enzyme_reverse_y((void *)g, enzyme_tape, buf, enzyme_allocated, n, &x, &dx);
    CHECK(dx, exp(1));
    free(buf);
    struct augf a = __enzyme_augmentfwd_h((void *)h2, 2.0f, (char)3, (short)4, (_Bool)1);
    CHECK_FLOAT(a.v, 48);
    CHECK_FLOAT(__enzyme_reverse_h((void *)h2, 2.0f, (char)3, (short)4, (_Bool)1, 1.0f, a.t), 48);
    return oracle_result();
}
