/* A block of which nothing says whether it holds floats or doubles, in a program that has both: taken for doubles, also where
 * adjoints are added. */
#include <string.h>
#include "oracle.h"

static double uses_both(const double *x, const float *z, int n) { return x[n - 1] * z[0]; }

__attribute__((noinline)) static void move(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
static void twice(void *to, const void *from, size_t bytes)
{
    move(to, from, bytes);
    move((char *)to + bytes, from, bytes);
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0.5, 0, 0}, y[6] = {0}, dy[6] = {4, 5, 6, 10, 20, 30};
    float z[1] = {2}, dz[1] = {0};
    __enzyme_autodiff((void *)uses_both, enzyme_dup, x, dx, enzyme_dup, z, dz, enzyme_const, 3);
    CHECK(dx[2], 2);
    __enzyme_autodiff((void *)twice, enzyme_dup, (void *)y, (void *)dy, enzyme_dup, (void *)x, (void *)dx, enzyme_const, sizeof x);
    CHECK_ARRAY(dx, ((double[]){14.5, 25, 38}), 3);
    CHECK_ARRAY(dy, ((double[]){0, 0, 0, 0, 0, 0}), 6);
    return oracle_result();
}
