#include "filter.h"

#include <cmath>
#include <stdexcept>

namespace
{
class Filter
{
  public:
    Filter(const Model &model, double step)
    {
        if (model.noise == 0)
            throw std::domain_error("measurements without noise");
        const double keep = std::exp(-model.damping * step);
        transition_ << 1, (1 - keep) / model.damping, 0, keep;
        const Eigen::Vector2d push(step * step / 2, step);
        process_ = model.force * model.force * push * push.transpose();
        measurement_(0, 0) = model.noise * model.noise;
        state_.setZero();
        covariance_ = 4 * Eigen::Matrix2d::Identity();
        observe_ << 1, 0;
    }

    // One step in time and one measurement; its surprise.
    double update(double measured)
    {
        state_ = transition_ * state_;
        covariance_ = transition_ * covariance_ * transition_.transpose() + process_;
        const Eigen::Matrix<double, 1, 1> spread =
            observe_ * covariance_ * observe_.transpose() + measurement_;
        const Eigen::Matrix<double, 1, 1> off =
            Eigen::Matrix<double, 1, 1>(measured) - observe_ * state_;
        const Eigen::Matrix<double, 2, 1> gain =
            covariance_ * observe_.transpose() * spread.inverse();
        state_ += gain * off;
        covariance_ = (Eigen::Matrix2d::Identity() - gain * observe_) * covariance_;
        return 0.5 * (std::log(2 * M_PI * spread.determinant()) +
                      (off.transpose() * spread.inverse() * off)(0, 0));
    }

  private:
    Eigen::Matrix2d transition_, process_, covariance_;
    Eigen::Matrix<double, 1, 1> measurement_;
    Eigen::RowVector2d observe_;
    Eigen::Vector2d state_;
};
} // namespace

double surprise(const Model &model, const std::vector<double> &measured, double step)
{
    Filter filter(model, step);
    double sum = 0;
    for (double m : measured)
        sum += filter.update(m);
    return sum;
}
