/* Two dimensions, stride two, maximum pooling behind it. */
#include "oracle.h"

enum { S = 7, K = 3, O = 3 };

static double f(const double *x, int n)
{
    const double *w = x + S * S;
    double out[O][O], best = -1e9, sum = 0;
    for (int i = 0; i < O; i++)
        for (int j = 0; j < O; j++) {
            out[i][j] = 0;
            for (int a = 0; a < K; a++)
                for (int b = 0; b < K; b++)
                    out[i][j] += x[(2 * i + a) * S + 2 * j + b] * w[a * K + b];
            if (out[i][j] > best)
                best = out[i][j];
            sum += out[i][j] * out[i][j];
        }
    return best * sum;
}

int main(void)
{
    double x[S * S + K * K];
    oracle_random(x, S * S + K * K, 1);
    ORACLE_GRADIENT(f, x, S * S + K * K);
    return oracle_result();
}
