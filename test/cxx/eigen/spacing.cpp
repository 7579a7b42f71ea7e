// Equally spaced numbers between active ends: structs of numbers beside integers and flags, which become vectors when optimised.
#include "oracle.h"
#include <Eigen/Dense>

static double f(const double *x, int)
{
    Eigen::VectorXd lin = Eigen::VectorXd::LinSpaced(20, x[0], x[1]);
    return lin.dot(Eigen::Map<const Eigen::VectorXd>(x, 20));
}

int main()
{
    double x[20];
    oracle_random(x, 20, 7);
    ORACLE_GRADIENT(f, x, 20);
    return oracle_result();
}
