// A library in an archive keeps matrices and virtual functions; another unit differentiates through
// it.
#include "model.h"
#include "oracle.h"

static double f(const double *x, int)
{
    Eigen::MatrixXd points = Eigen::Map<const Eigen::MatrixXd>(x, 2, 4);
    Eigen::VectorXd y = points.row(0).transpose().array().sin();
    double s = 0;
    for (bool smooth : {false, true})
        s += model(make_kernel(smooth, 0.7 + x[0]), points).fit(y).squaredNorm();
    return s;
}

int main()
{
    const double x[8] = {0.3, 0.1, -0.4, 0.5, 0.9, 0.2, -0.3, 0.8};
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
