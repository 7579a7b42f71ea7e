/* clang's builtins for masked, gathered, scattered, expanding and compressing access. */
#include "oracle.h"

typedef double v4 __attribute__((ext_vector_type(4)));
typedef long l4 __attribute__((ext_vector_type(4)));
typedef _Bool b4 __attribute__((ext_vector_type(4)));

static void f(const double *x, int n, double *y, int m)
{
    for (int i = 0; i < n; i += 4) {
        b4 mask = {n - i > 0, n - i > 1, n - i > 2, n - i > 3}, odd = {0, 1, 0, n - i > 3};
        v4 v = __builtin_masked_load(mask, x + i, (v4)(0.25));
        v4 w = __builtin_masked_expand_load(odd, x, v);
        v = v * w + v;
        __builtin_masked_store(mask, v, y + i);
        __builtin_masked_compress_store(odd, w * w, y + m - 2);
    }
}

int main(void)
{
    double x[7], y[9] = {0};
    oracle_random(x, 7, 2);
    ORACLE_MAP(f, x, 7, y, 9);
    return oracle_result();
}
