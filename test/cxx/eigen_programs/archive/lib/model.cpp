#include "../model.h"

model::model(std::unique_ptr<kernel> k, Eigen::MatrixXd points)
    : k(std::move(k)), points(std::move(points))
{
}

Eigen::VectorXd model::fit(const Eigen::VectorXd &y) const
{
    Eigen::MatrixXd g = (*k)(points);
    g.diagonal().array() += 0.5;
    return g.llt().solve(y);
}
