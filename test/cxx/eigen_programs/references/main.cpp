// References to matrices, blocks, rows and temporaries go to functions of another unit.
#include "oracle.h"
#include "shapes.h"

static double f(const double *x, int)
{
    Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(x, 4, 4);
    double e = energy(a, a.col(1)) + energy(a.topLeftCorner(3, 3), a.row(2).head(3).transpose()) +
               energy(a * a, 2 * a.col(0));
    axpy(x[5], a.row(1), a.diagonal());
    axpy(-0.5, a.diagonal().head(3), a.col(3).tail(3));
    orthogonalise(a.leftCols(2));
    orthogonalise(a.block(1, 2, 3, 2));
    return e + gram(a).sum() + gram(a.bottomRows(2)).squaredNorm() +
           gram(Eigen::Map<const Eigen::Matrix3d>(x)).trace();
}

int main()
{
    double x[16];
    oracle_random(x, 16, 3);
    ORACLE_GRADIENT(f, x, 16);
    return oracle_result();
}
