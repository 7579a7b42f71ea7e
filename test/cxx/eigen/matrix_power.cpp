// A matrix to a power that is no integer.
#include "oracle.h"
#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>
static double f(const double *x, int n)
{
    const Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(x, 3, 3), p = a.pow(n / 2.0);
    return p.cwiseProduct(p).sum();
}
int main()
{
    const double x[9] = {2, 0.3, 0.1, 0.2, 2.5, 0.4, 0.3, 0.1, 3};
    double dx[9] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 5);
    for (int i = 0; i < 9; i++) {
        double e[9] = {0}, up[9], down[9];
        for (int k = 0; k < 9; k++)
            up[k] = down[k] = x[k];
        e[i] = 1;
        up[i] += 1e-5;
        down[i] -= 1e-5;
        CHECK(dx[i], __enzyme_fwddiff((void *)f, enzyme_dup, x, e, enzyme_const, 5));
        CHECK_TOL(dx[i], (f(up, 5) - f(down, 5)) / 2e-5, 1e-6);
    }
    return oracle_result();
}
