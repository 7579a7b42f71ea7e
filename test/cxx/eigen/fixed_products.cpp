// Fixed sizes: products, a transpose, a determinant, a trace.
#include "oracle.h"
#include <Eigen/Dense>
static double f(const double *x, int n)
{
    Eigen::Matrix3d a;
    a << x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8];
    Eigen::Vector3d v(x[0], x[4], x[8]);
    Eigen::Vector3d w = a * v + a.transpose() * v;
    return w.squaredNorm() + a.determinant() + (a * a).trace();
}
int main()
{
    const double x[9] = {1.2, 0.3, -0.4, 0.5, 1.9, 0.2, -0.3, 0.1, 0.8};
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
