// Matrices whose numbers lie in the object, before the sizes: a product, an LU decomposition of a
// part, a column added to another.
#include "oracle.h"
#include <Eigen/LU>

static double f(const double *x, int n)
{
    typedef Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> small;
    small a = Eigen::Map<const Eigen::MatrixXd>(x, 4, 3);
    small b = a.topRows(3);
    b.diagonal().array() += 2;
    a.conservativeResize(4, 4);
    a.col(3).setConstant(x[n - 1]);
    Eigen::Matrix4d c = a;
    c.col(1) += 2 * c.col(3);
    return b.lu().determinant() + a.topRows(3).leftCols(3).lu().determinant() + c.squaredNorm() +
           (c * a)(1, 2);
}

int main()
{
    double x[12];
    oracle_random(x, 12, 5);
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
