/* A block copy of floats: the type is known at the derivative call only. */
#include <string.h>
#include "oracle.h"

static void copy_block(void *out, const void *in, int n)
{
    memcpy(out, in, (size_t)n);
}

int main(void)
{
    float x[3] = {1, 2, 3}, dx[3] = {10, 0, 0}, y[3], dy[3] = {4, 5, 6};
    __enzyme_autodiff_v((void *)copy_block, enzyme_dup, y, dy, enzyme_dup, x, dx, enzyme_const,
                        (int)sizeof x);
    CHECK_FLOAT(dx[0], 14);
    CHECK_FLOAT(dx[1], 5);
    CHECK_FLOAT(dx[2], 6);
    CHECK_FLOAT(dy[0] + dy[1] + dy[2], 0);
    return oracle_result();
}
