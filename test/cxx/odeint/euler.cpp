// Euler's method: the gradient of a linear decay is that of (1 + k h)^n.
#include "oracle.h"
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <vector>

using namespace boost::numeric::odeint;

static double f(double start, double k)
{
    std::vector<double> state{start};
    euler<std::vector<double>> stepper;
    integrate_const(
        stepper,
        [k](const std::vector<double> &y, std::vector<double> &dy, double) { dy[0] = k * y[0]; },
        state, 0.0, 1.0, 0.125);
    return state[0];
}

int main()
{
    const double start = 1.3, k = -0.8, g = 1 + k / 8;
    ORACLE_SCALAR2_IS(f, start, k, std::pow(g, 8), start * std::pow(g, 7));
    return oracle_result();
}
