// The derivatives that both modes have to give: differences of the fourth order.
#include "oracle.h"
#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>

static double f(const double *x, int n)
{
    const Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(x, 3, 3), p = a.pow(n / 2.0);
    return p.cwiseProduct(p).sum();
}

static const double x[9] = {2, 0.3, 0.1, 0.2, 2.5, 0.4, 0.3, 0.1, 3};

static double moved(int component, double by)
{
    double y[9];
    for (int k = 0; k < 9; k++)
        y[k] = x[k] + (k == component ? by : 0);
    return f(y, 5);
}

static void check(int component, double derivative)
{
    const double h = 1e-3;
    const double difference = (8 * (moved(component, h) - moved(component, -h)) -
                               (moved(component, 2 * h) - moved(component, -2 * h))) /
                              (12 * h);
    CHECK_TOL(derivative, difference, 1e-9);
}
