// Dense output with an observer that adds up the energy, on the Lorenz system.
#include "oracle.h"
#include <boost/numeric/odeint.hpp>
#include <vector>

using namespace boost::numeric::odeint;
typedef std::vector<double> State;

static double f(const double *x, int n)
{
    State state(x, x + 3);
    const double sigma = x[3], rho = x[4], beta = x[5];
    double energy = 0;
    auto lorenz = [=](const State &y, State &dy, double) {
        dy[0] = sigma * (y[1] - y[0]);
        dy[1] = rho * y[0] - y[1] - y[0] * y[2];
        dy[2] = y[0] * y[1] - beta * y[2];
    };
    runge_kutta_cash_karp54<State> stepper;
    integrate_n_steps(stepper, lorenz, state, 0.0, 0.01, 10 + n,
                      [&energy](const State &y, double) { energy += y[0] * y[0] + y[1] * y[1]; });
    return energy + state[2];
}

int main()
{
    const double x[6] = {1.2, 0.3, 0.5, 10, 28, 8.0 / 3};
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
