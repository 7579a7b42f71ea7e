// The pose of a camera from points that it sees: quaternions, Rodrigues' formula, transformations.
#include "oracle.h"
#include <Eigen/Geometry>
#include <vector>

struct camera {
    Eigen::Quaterniond turn;
    Eigen::Vector3d at;
    double focal;
    Eigen::Vector2d project(const Eigen::Vector3d &p) const
    {
        Eigen::Vector3d q = turn * (p - at);
        return focal * q.head<2>() / q(2);
    }
};

static Eigen::Matrix3d skew(const Eigen::Vector3d &w)
{
    Eigen::Matrix3d m;
    m << 0, -w(2), w(1), w(2), 0, -w(0), -w(1), w(0), 0;
    return m;
}

static Eigen::Matrix3d rodrigues(const Eigen::Vector3d &w)
{
    double angle = w.norm();
    Eigen::Matrix3d k = skew(w / angle);
    return Eigen::Matrix3d::Identity() + std::sin(angle) * k + (1 - std::cos(angle)) * k * k;
}

static double reprojection(const double *x, int)
{
    std::vector<Eigen::Vector3d> points = {
        {0.1, 0.2, 4}, {-0.5, 0.4, 5}, {0.7, -0.3, 6}, {0.2, 0.9, 4.5}};
    camera c = {Eigen::Quaterniond(1, x[0], x[1], x[2]).normalized(),
                Eigen::Vector3d(x[3], x[4], x[5]), 1 + x[6]};
    camera d = {Eigen::Quaterniond(rodrigues(Eigen::Vector3d(x[0], x[1], x[2]))), c.at, 1.1};
    double sum = 0;
    for (const Eigen::Vector3d &p : points)
        sum += (c.project(p) - d.project(p)).squaredNorm() + c.project(p).norm();
    return sum + c.turn.angularDistance(d.turn);
}

static double chain(const double *x, int n)
{
    Eigen::Affine3d t = Eigen::Affine3d::Identity();
    for (int i = 0; i < n; i++)
        t = t *
            Eigen::AngleAxisd(x[i], i % 2 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY()) *
            Eigen::Translation3d(0.5, 0, 0.1 * x[i]);
    Eigen::Vector3d tip = t * Eigen::Vector3d(0.3, 0.1, 0);
    return (tip - Eigen::Vector3d(1, 1, 1)).norm() + t.inverse().translation().sum();
}

int main()
{
    const double x[7] = {0.3, 0.1, -0.2, 0.05, 0.2, -0.1, 0.4};
    ORACLE_GRADIENT(reprojection, x, 7);
    ORACLE_GRADIENT(chain, x, 5);
    return oracle_result();
}
