/* NaN boxing: a 64-bit word is a double, or a small integer in the payload of a NaN. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

typedef uint64_t value;
#define TAG 0xfff8000000000000ULL

static value box_double(double d)
{
    value v;
    memcpy(&v, &d, sizeof v);
    return v;
}
static value box_int(int32_t i)
{
    return TAG | (uint32_t)i;
}
static int is_int(value v)
{
    return (v & TAG) == TAG;
}
static double to_double(value v)
{
    double d;
    if (is_int(v))
        return (int32_t)(uint32_t)v;
    memcpy(&d, &v, sizeof d);
    return d;
}

static double f(const double *x, int n)
{
    value stack[16];
    int top = 0;
    for (int i = 0; i < n; i++) {
        stack[top++] = box_double(x[i] * x[i]);
        stack[top++] = box_int(i + 2);
    }
    double sum = 0;
    while (top) {
        double b = to_double(stack[--top]), a = to_double(stack[--top]);
        sum += a * b;
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
