// States whose size the integrator sets: what is copied is empty when the stepper is copied.
#include "oracle.h"
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <vector>

using namespace boost::numeric::odeint;
typedef std::vector<double> State;

static double chain(const double *x, int n)
{
    State state(x, x + n - 1);
    const double rate = x[n - 1];
    auto decay = [rate](const State &y, State &dy, double) {
        dy[0] = -rate * y[0];
        for (size_t i = 1; i < y.size(); i++)
            dy[i] = rate * y[i - 1] - rate * y[i];
    };
    auto stepper = make_controlled<runge_kutta_dopri5<State>>(1e-11, 1e-11);
    integrate_adaptive(stepper, decay, state, 0.0, 1.5, 0.1);
    return state[1];
}

int main()
{
    // y0 = a exp(-r t), y1 = (b + a r t) exp(-r t)
    const double a = 1.2, b = 0.3, r = 0.8, t = 1.5, e = std::exp(-r * t);
    double x[3] = {a, b, r}, reverse[3], axis[3] = {0};
    const double want[3] = {r * t * e, e, (a * t - t * (b + a * r * t)) * e};
    GRADIENT(chain, x, reverse, 3);
    for (int i = 0; i < 3; i++) {
        CHECK_TOL(reverse[i], want[i], 1e-7);
        axis[i] = 1;
        CHECK(ORACLE_TANGENT_CALL(chain, x, axis, 3), reverse[i]);
        axis[i] = 0;
    }
    return oracle_result();
}
