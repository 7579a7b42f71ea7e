/* _Float16 storage of weights: arrays copied, accumulated in double. */
#include <string.h>
#include "oracle.h"

struct row {
    _Float16 w[4];
};

static double f(double x)
{
    struct row a, b;
    for (int i = 0; i < 4; i++)
        a.w[i] = (_Float16)(x * (i + 1));
    memcpy(&b, &a, sizeof b);
    a = b;
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += (double)a.w[i] * b.w[i];
    return s;
}

int main(void)
{
    /* 30 x^2 */
    CHECK(__enzyme_autodiff((void *)f, 0.5), 30);
    CHECK(__enzyme_fwddiff((void *)f, 0.5, 1.0), 30);
    return oracle_result();
}
