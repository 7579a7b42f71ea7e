// Inverses of fixed and of run-time size, and an exponential of each element.
#include "oracle.h"
#include <Eigen/Dense>
static double f(const double *x, int n)
{
    Eigen::Matrix4d a = Eigen::Map<const Eigen::Matrix4d>(x);
    Eigen::MatrixXd b = a;
    return a.inverse().sum() + b.inverse().trace() + b.array().exp().sum();
}
int main()
{
    double x[16];
    for (int i = 0; i < 16; i++)
        x[i] = 0.1 * i - 0.3 * (i % 3) + (i % 5 == 0) * 2;
    ORACLE_GRADIENT(f, x, 16);
    return oracle_result();
}
