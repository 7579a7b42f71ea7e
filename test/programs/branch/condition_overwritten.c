/* The value that decided the branch changes afterwards. */
#include "oracle.h"

static void f(double *x, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        if (x[i] > x[i + 1]) {
            x[i] = x[i] * x[i + 1];
            x[i + 1] = -5;
        } else {
            x[i + 1] = x[i + 1] + 2 * x[i];
            x[i] = 100;
        }
    }
}

int main(void)
{
    const double x[6] = {1, 2, -3, 0.5, 4, 3};
    ORACLE_INPLACE(f, x, 6);
    return oracle_result();
}
