/* A recursive function passes structs too large for registers by value: the copy is
 * on the stack of each caller. */
#include "oracle.h"

struct view {
    double *data;
    int first, count, stride;
    double weight;
};

__attribute__((noinline)) static void halve(struct view v)
{
    if (v.count == 1) {
        v.data[v.first * v.stride] *= v.weight;
        return;
    }
    struct view left = {v.data, v.first, v.count / 2, v.stride, v.weight * 1.5};
    halve(left);
    for (int i = 0; i < v.count; i++)
        v.data[(v.first + i) * v.stride] *= v.data[v.first * v.stride];
    struct view right = {v.data, v.first + v.count / 2, v.count - v.count / 2, v.stride, 0.5};
    halve(right);
}

static void f(double *x, int n)
{
    struct view all = {x, 0, n, 1, 0.8};
    halve(all);
}

int main(void)
{
    double x[7] = {0.6, -1.2, 0.8, 1.4, -0.3, 0.9, 1.1};
    ORACLE_INPLACE(f, x, 7);
    ORACLE_INPLACE(f, x, 4);
    return oracle_result();
}
