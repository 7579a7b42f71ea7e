// The classical Runge-Kutta method at constant steps, the system a lambda with parameters.
#include "oracle.h"
#include <boost/numeric/odeint.hpp>
#include <vector>
using namespace boost::numeric::odeint;
typedef std::vector<double> state;
static double f(const double *x, int n)
{
    state s(2);
    s[0] = x[0];
    s[1] = x[1];
    double k = x[2], c = x[3];
    runge_kutta4<state> stepper;
    integrate_const(
        stepper,
        [k, c](const state &y, state &dy, double) {
            dy[0] = y[1];
            dy[1] = -k * y[0] - c * y[1];
        },
        s, 0.0, 1.0, 0.1);
    return s[0] * s[0] + s[1];
}
int main()
{
    const double x[4] = {1.2, 0.3, 2.4, 0.5};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
