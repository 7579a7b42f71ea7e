// Logarithm and absolute value of matrices of run-time size.
#include "oracle.h"
#include <Eigen/Dense>
static double f4(const double *x, int n)
{
    Eigen::MatrixXd a = Eigen::Map<const Eigen::Matrix4d>(x);
    return a.array().abs().log().sum();
}
int main()
{
    double x[16];
    for (int i = 0; i < 16; i++)
        x[i] = 0.1 * i + 0.03;
    ORACLE_GRADIENT(f4, x, 16);
    return oracle_result();
}
