#include <Eigen/Dense>
double energy(const Eigen::Ref<const Eigen::MatrixXd> &a,
              const Eigen::Ref<const Eigen::VectorXd> &v);
void orthogonalise(Eigen::Ref<Eigen::MatrixXd> a);
Eigen::MatrixXd gram(Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> a);
void axpy(double s, const Eigen::Ref<const Eigen::VectorXd, 0, Eigen::InnerStride<>> &x,
          Eigen::Ref<Eigen::VectorXd, 0, Eigen::InnerStride<>> y);
