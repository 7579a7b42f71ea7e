/* Functions that only copy: nothing in them but prototypes and call sites says that numbers move.
 */
#include <string.h>
#include "oracle.h"

__attribute__((noinline)) static void give(void *out, const void *in, size_t n)
{
    memcpy(out, in, n);
}
__attribute__((noinline)) static void down(void *base, size_t n)
{
    memmove(base, (char *)base + 8, n);
}

static void rotate(const double *x, int n, double *y, int m)
{
    give(y, x, (size_t)n * sizeof *x);
    down(y, (size_t)(n - 1) * sizeof *y);
    give(y + n - 1, x, sizeof *x);
}

int main(void)
{
    ORACLE_MAP(rotate, ((const double[]){0.5, -0.7, 0.9}), 3, ((const double[]){0, 0, 0}), 3);
    return oracle_result();
}
