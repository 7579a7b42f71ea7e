// The geometry module: quaternions, rotations, cross products, transformations.
#include "oracle.h"
#include <Eigen/Geometry>

static double f(const double *x, int n)
{
    Eigen::Quaterniond q(x[0], x[1], x[2], x[3]);
    q.normalize();
    Eigen::Vector3d v(x[4], x[5], x[6]), w = q * v;
    Eigen::AngleAxisd turn(x[7], Eigen::Vector3d::UnitZ());
    Eigen::Isometry3d t = Eigen::Translation3d(v) * turn;
    Eigen::Vector3d moved = t * w;
    Eigen::Matrix3d r = q.toRotationMatrix();
    return moved.cross(v).norm() + (r * r)(0, 1) * n +
           Eigen::Quaterniond(r).slerp(0.3, Eigen::Quaterniond(turn)).x();
}

int main()
{
    const double x[8] = {0.9, 0.2, -0.3, 0.4, 1.2, -0.5, 0.7, 0.6};
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
