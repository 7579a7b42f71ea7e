/* Logistic loss over constant data with weights active. */
#include <math.h>
#include "oracle.h"

enum { ROWS = 6, D = 3 };

static double f(const double *w, int n)
{
    static const double data[ROWS][D] = {{1, 0.5, -1},    {1, -0.3, 0.8}, {1, 1.2, 0.1},
                                         {1, -0.9, -0.4}, {1, 0.2, 0.7},  {1, 0, -0.6}};
    static const int label[ROWS] = {1, 0, 1, 0, 1, 0};
    double loss = 0;
    for (int i = 0; i < ROWS; i++) {
        double z = 0;
        for (int j = 0; j < D; j++)
            z += data[i][j] * w[j];
        loss += log1p(exp(label[i] ? -z : z));
    }
    for (int j = 0; j < D; j++)
        loss += 0.05 * w[j] * w[j];
    return loss;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.1, -0.4, 0.9}), D);
    return oracle_result();
}
