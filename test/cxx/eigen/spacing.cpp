// Equally spaced numbers between active ends: structs of numbers beside integers and flags, which
// become vectors when optimised.
#include "oracle.h"
#include <Eigen/Dense>

static double f(const double *x, int)
{
    Eigen::VectorXd lin = Eigen::VectorXd::LinSpaced(20, x[0], x[1]);
    return lin.dot(Eigen::Map<const Eigen::VectorXd>(x, 20));
}

// Not inlined where it is called twice; the second order of ends steps downwards.
static double g(const double *x, int)
{
    Eigen::VectorXd a = Eigen::VectorXd::LinSpaced(6, x[0], x[1]),
                    b = Eigen::VectorXd::LinSpaced(5, x[3] + 9, x[2] * x[4]);
    return a.dot(Eigen::Map<const Eigen::VectorXd>(x, 6)) * b.squaredNorm();
}

int main()
{
    double x[20];
    oracle_random(x, 20, 7);
    ORACLE_GRADIENT(f, x, 20);
    ORACLE_GRADIENT(g, x, 6);
    return oracle_result();
}
