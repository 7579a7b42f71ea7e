/* Modified Gram-Schmidt on the columns of a matrix, in place. */
#include <math.h>
#include "oracle.h"

enum { R = 4, C = 3 };

static void f(double *a, int n)
{
    for (int k = 0; k < C; k++) {
        double norm = 0;
        for (int i = 0; i < R; i++)
            norm += a[i * C + k] * a[i * C + k];
        norm = sqrt(norm);
        for (int i = 0; i < R; i++)
            a[i * C + k] /= norm;
        for (int j = k + 1; j < C; j++) {
            double dot = 0;
            for (int i = 0; i < R; i++)
                dot += a[i * C + k] * a[i * C + j];
            for (int i = 0; i < R; i++)
                a[i * C + j] -= dot * a[i * C + k];
        }
    }
}

int main(void)
{
    double a[R * C];
    oracle_random(a, R * C, 12);
    ORACLE_INPLACE(f, a, R * C);
    return oracle_result();
}
