/* A float at one of two bytes of a block of bytes, which moves as a whole: where the float begins
 * is known to the run only. */
#include <string.h>
#include "oracle.h"

struct bytes {
    unsigned char b[6];
};

static double moved(const double *x, int n)
{
    struct bytes block = {{0}}, first, second;
    float v = (float)(x[0] * x[1]);
    memcpy(block.b + (n > 0 ? 2 : 1), &v, sizeof v);
    first = block;
    second = first;
    block = second;
    memcpy(&v, block.b + (n > 0 ? 2 : 1), sizeof v);
    return v;
}

int main(void)
{
    const double x[2] = {0.7, 1.9};
    double g[2];
    GRADIENT(moved, x, g, 2);
    CHECK_FLOAT(g[0], 1.9);
    CHECK_FLOAT(g[1], 0.7);
    return oracle_result();
}
