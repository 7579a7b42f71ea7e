// The tensor module: a contraction and a full reduction.
#include "oracle.h"
#include <unsupported/Eigen/CXX11/Tensor>
static double f(const double *x, int n)
{
    Eigen::Tensor<double, 2> a(2, 3), b(3, 2);
    for (int i = 0; i < 6; i++) {
        a.data()[i] = x[i];
        b.data()[i] = x[6 + i] * x[i];
    }
    Eigen::array<Eigen::IndexPair<int>, 1> dims = {Eigen::IndexPair<int>(1, 0)};
    Eigen::Tensor<double, 2> c = a.contract(b, dims);
    Eigen::Tensor<double, 0> s = (c * c).sum();
    return s(0);
}
int main()
{
    const double x[12] = {1.2, 0.3, -0.4, 0.5, 1.9, 0.2, -0.3, 0.1, 0.8, 0.7, 0.6, 0.5};
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
