// Elementwise functions of packets: minimum, maximum, rounding, powers.
#include "oracle.h"
#include <Eigen/Dense>
static double f(const double *x, int n)
{
    Eigen::Array2d a(x[0], x[1]);
    return (a.abs() + a.sqrt() * a.tanh() + a.pow(3) + a.max(1 - a) + a.min(a * a) + a.floor() * a +
            a.square() + a.cube() + a.inverse())
        .sum();
}
int main()
{
    double x[2] = {0.3, 1.4};
    ORACLE_GRADIENT(f, x, 2);
    return oracle_result();
}
