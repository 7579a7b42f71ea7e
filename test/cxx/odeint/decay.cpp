// A controlled Runge-Kutta stepper that is copied before its states have a size.
#include "oracle.h"
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <vector>

namespace odeint = boost::numeric::odeint;
typedef std::vector<double> state;

static double f(double rate)
{
    state y{1};
    odeint::integrate_adaptive(
        odeint::make_controlled<odeint::runge_kutta_dopri5<state>>(1e-9, 1e-9),
        [rate](const state &y, state &d, double) { d[0] = -rate * y[0]; }, y, 0., 1., .1);
    return y[0];
}

int main()
{
    CHECK_TOL(__enzyme_autodiff((void *)f, 1.0), -std::exp(-1.0), 1e-7);
    CHECK_TOL(__enzyme_fwddiff((void *)f, 1.0, 1.0), -std::exp(-1.0), 1e-7);
    return oracle_result();
}
