#include <Eigen/Dense>
#include <memory>
#include <vector>

class kernel
{
  public:
    virtual ~kernel() = default;
    virtual Eigen::MatrixXd operator()(const Eigen::MatrixXd &points) const = 0;
};

class model
{
    std::unique_ptr<kernel> k;
    Eigen::MatrixXd points;

  public:
    model(std::unique_ptr<kernel> k, Eigen::MatrixXd points);
    Eigen::VectorXd fit(const Eigen::VectorXd &y) const;
};

std::unique_ptr<kernel> make_kernel(bool smooth, double width);
