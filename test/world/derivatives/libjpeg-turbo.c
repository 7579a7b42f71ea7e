/* libjpeg-turbo: the discrete cosine transform in floating point. The rest of the library computes
 * with integers. */
#include "oracle.h"

/* Of the library's own headers. */
void jpeg_fdct_float(float *data);

enum { BLOCK = 64 };

static void transform(const double *x, double *y)
{
    float block[BLOCK];
    for (int i = 0; i < BLOCK; i++)
        block[i] = (float)x[i];
    jpeg_fdct_float(block);
    for (int i = 0; i < BLOCK; i++)
        y[i] = block[i];
}

static double weight(int i)
{
    return i % 3 + 1;
}

static double energy(const double *x, int n)
{
    double y[BLOCK], s = 0;
    transform(x, y);
    for (int i = 0; i < n; i++)
        s += weight(i) * y[i] * y[i];
    return s;
}

/* The transform is linear: its columns are what becomes of unit vectors. */
static void closed_form(const double *x, double *gradient)
{
    double y[BLOCK], column[BLOCK];
    transform(x, y);
    for (int j = 0; j < BLOCK; j++) {
        double unit[BLOCK] = {0};
        unit[j] = 1;
        transform(unit, column);
        gradient[j] = 0;
        for (int i = 0; i < BLOCK; i++)
            gradient[j] += 2 * weight(i) * y[i] * column[i];
    }
}

int main(void)
{
    double x[BLOCK], want[BLOCK], reverse[BLOCK], direction[BLOCK];
    oracle_random(x, BLOCK, 3);
    oracle_random(direction, BLOCK, 4);
    closed_form(x, want);
    GRADIENT(energy, x, reverse, BLOCK);
    for (int i = 0; i < BLOCK; i++)
        CHECK_FLOAT(reverse[i], want[i]);
    double forward =
        __enzyme_fwddiff((void *)energy, enzyme_dup, x, direction, enzyme_const, BLOCK);
    CHECK_FLOAT(forward, oracle_dot(want, direction, BLOCK));
    return oracle_result();
}
