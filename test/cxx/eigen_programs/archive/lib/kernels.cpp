#include "../model.h"

struct gauss : kernel {
    double width;
    explicit gauss(double w) : width(w)
    {
    }
    Eigen::MatrixXd operator()(const Eigen::MatrixXd &p) const override
    {
        Eigen::VectorXd n = p.colwise().squaredNorm();
        Eigen::MatrixXd d =
            n.replicate(1, p.cols()) + n.transpose().replicate(p.cols(), 1) - 2 * p.transpose() * p;
        return (d.array() / (-2 * width * width)).exp();
    }
};

struct linear : kernel {
    double width;
    explicit linear(double w) : width(w)
    {
    }
    Eigen::MatrixXd operator()(const Eigen::MatrixXd &p) const override
    {
        return width * p.transpose() * p;
    }
};

std::unique_ptr<kernel> make_kernel(bool smooth, double width)
{
    if (smooth)
        return std::make_unique<gauss>(width);
    return std::make_unique<linear>(width);
}
