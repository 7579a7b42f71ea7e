/* Bits of a value are a lane of a vector of integers, or an element of an array of integers, of
 * which the run knows the number; a function takes and returns them. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

typedef double values __attribute__((vector_size(16)));
typedef uint64_t words __attribute__((vector_size(16)));

__attribute__((noinline)) static uint64_t same(uint64_t w, int n)
{
    (void)n;
    return w;
}

static double in_lane(const double *x, int n)
{
    double v = x[0] * x[1];
    for (int i = 0; i < 3; i++) {
        values a = {0};
        a[1] = v;
        words w = (words)a;
        w[1] = same(w[1], n);
        a = (values)w;
        v = a[2 * n - 3];
    }
    return v * x[0];
}

static void swap(void *a, void *b, size_t n)
{
    unsigned char t[64];
    memcpy(t, a, n);
    memmove(a, b, n);
    memcpy(b, t, n);
}

static double in_element(const double *x, int n)
{
    union {
        double v;
        uint64_t u;
    } c = {x[0] * x[1]};
    uint64_t a[3], b[3] = {0};
    for (int i = 0; i < 3; i++)
        a[i] = i == (n > 0 ? 1 : 0) ? c.u : (uint64_t)(7 * i);
    swap(a, b, 8 * (size_t)n + 8);
    swap(b, a, 8 * (size_t)n + 8);
    c.u = a[1];
    return c.v * x[1];
}

int main(void)
{
    double x[2] = {1.3, 0.7};
    ORACLE_GRADIENT(in_lane, x, 2);
    ORACLE_GRADIENT(in_element, x, 2);
    return oracle_result();
}
