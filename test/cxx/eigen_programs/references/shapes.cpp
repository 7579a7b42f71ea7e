#include "shapes.h"

double energy(const Eigen::Ref<const Eigen::MatrixXd> &a,
              const Eigen::Ref<const Eigen::VectorXd> &v)
{
    return 0.5 * v.dot(a * v) + v.array().cosh().log().sum();
}

void orthogonalise(Eigen::Ref<Eigen::MatrixXd> a)
{
    for (Eigen::Index j = 0; j < a.cols(); j++) {
        for (Eigen::Index k = 0; k < j; k++)
            a.col(j) -= a.col(k).dot(a.col(j)) * a.col(k);
        a.col(j).normalize();
    }
}

Eigen::MatrixXd gram(Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> a)
{
    return a.transpose() * a;
}

void axpy(double s, const Eigen::Ref<const Eigen::VectorXd, 0, Eigen::InnerStride<>> &x,
          Eigen::Ref<Eigen::VectorXd, 0, Eigen::InnerStride<>> y)
{
    y += s * x;
}
