/* The derivative call's own operands are the only numbers in sight: targets on void pointers that
 * copy. */
#include <string.h>
#include "oracle.h"

static void copy_block(void *out, const void *in, int n)
{
    memcpy(out, in, (size_t)n);
}

static void reverse_words(void *out, const void *in, int n)
{
    for (int i = 0; i < n; i++)
        memcpy((char *)out + 8 * (n - 1 - i), (const char *)in + 8 * i, 8);
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {10, 0, 0}, y[3], dy[3] = {4, 5, 6};
    __enzyme_autodiff_v((void *)copy_block, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const,
                        (int)sizeof x);
    CHECK_ARRAY(dx, ((const double[]){14, 5, 6}), 3);
    CHECK_ARRAY(dy, ((const double[]){0, 0, 0}), 3);
    double dz[3] = {7, 8, 9};
    __enzyme_autodiff_v((void *)reverse_words, enzyme_dup, y, dz, enzyme_dup, x, dx, enzyme_const,
                        3);
    CHECK_ARRAY(dx, ((const double[]){23, 13, 13}), 3);
    __enzyme_fwddiff_v((void *)copy_block, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const,
                       (int)sizeof x);
    CHECK_ARRAY(dy, ((const double[]){23, 13, 13}), 3);
    return oracle_result();
}
