// Dormand-Prince with step control, against the sensitivities of a harmonic oscillator and of its
// start.
#include "oracle.h"
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

using namespace boost::numeric::odeint;
typedef std::array<double, 2> State;

static double position(const double *x, int n)
{
    State state = {x[0], x[1]};
    const double w = x[n - 1];
    auto stepper = make_controlled<runge_kutta_dopri5<State>>(1e-11, 1e-11);
    integrate_adaptive(
        stepper, [w](const State &y, State &dy, double) { dy[0] = y[1], dy[1] = -w * w * y[0]; },
        state, 0.0, 1.5, 0.1);
    return state[0];
}

int main()
{
    // y = y0 cos wt + v0/w sin wt
    const double y = 1.2, v = 0.3, w = 1.7, t = 1.5, s = std::sin(w * t), c = std::cos(w * t);
    double x[3] = {y, v, w}, reverse[3], axis[3] = {0};
    const double want[3] = {c, s / w, -y * t * s - v / (w * w) * s + v * t / w * c};
    GRADIENT(position, x, reverse, 3);
    for (int i = 0; i < 3; i++) {
        CHECK_TOL(reverse[i], want[i], 1e-7);
        axis[i] = 1;
        CHECK(ORACLE_TANGENT_CALL(position, x, axis, 3), reverse[i]);
        axis[i] = 0;
    }
    return oracle_result();
}
