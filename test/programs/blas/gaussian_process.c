/* The log likelihood of a Gaussian process: kernel matrix, LAPACKE_dpotrf, triangular solve,
 * determinant from the factor. */
#include "oracle.h"
#include <cblas.h>
#include <lapacke.h>
#include <math.h>

enum { POINTS = 5 };
static const double at[POINTS] = {0, 0.4, 1.1, 1.7, 2.5},
                    value[POINTS] = {0.1, 0.5, 0.9, 0.7, -0.2};

static double log_likelihood(const double *theta, int n)
{
    double k[POINTS * POINTS], alpha[POINTS], sum = 0;
    for (int i = 0; i < POINTS; i++)
        for (int j = 0; j < POINTS; j++) {
            double r = (at[i] - at[j]) / theta[1];
            k[i * POINTS + j] =
                theta[0] * theta[0] * exp(-0.5 * r * r) + (i == j ? theta[2] * theta[2] : 0);
        }
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', POINTS, k, POINTS) != 0)
        return -HUGE_VAL;
    for (int i = 0; i < POINTS; i++) {
        alpha[i] = value[i];
        sum += log(k[i * POINTS + i]);
    }
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, POINTS, k, POINTS, alpha, 1);
    return -0.5 * cblas_ddot(POINTS, alpha, 1, alpha, 1) - sum;
}

int main(void)
{
    double theta[3] = {1.2, 0.8, 0.3};
    ORACLE_GRADIENT(log_likelihood, theta, 3);
    return oracle_result();
}
