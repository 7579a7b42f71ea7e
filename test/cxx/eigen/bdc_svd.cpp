// Singular values by divide and conquer.
#include "oracle.h"
#include <Eigen/SVD>
static double f(const double *x, int n)
{
    const Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(x, n, 3);
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(a);
    return svd.singularValues().sum() + svd.singularValues()(0) * svd.singularValues()(1);
}
int main()
{
    const double x[12] = {2, 0.3, 0.1, 0.2, 2.5, 0.4, 0.3, 0.1, 3, 0.7, 0.2, 0.9};
    double dx[12] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
    for (int i = 0; i < 12; i++) {
        double up[12], down[12];
        for (int k = 0; k < 12; k++)
            up[k] = down[k] = x[k];
        up[i] += 1e-5;
        down[i] -= 1e-5;
        CHECK_TOL(dx[i], (f(up, 4) - f(down, 4)) / 2e-5, 1e-6);
    }
    return oracle_result();
}
