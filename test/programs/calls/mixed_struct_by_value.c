/* A struct with an int, a double and a pointer passed to a helper by value. */
#include "oracle.h"

struct view {
    double *data;
    int count;
    double scale;
};

__attribute__((noinline)) static double total(struct view v)
{
    double s = 0;
    for (int i = 0; i < v.count; i++) {
        s += v.data[i] * v.scale;
        v.data[i] *= s;
    }
    return s;
}

static void f(double *x, int n)
{
    struct view v = {x + 1, n - 1, x[0]};
    x[0] = total(v);
    v.count--;
    x[0] += total(v) * v.scale;
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){0.9, 1.1, 0.8, -0.7}), 4);
    return oracle_result();
}
