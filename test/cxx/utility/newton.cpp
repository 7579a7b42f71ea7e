// A solver template over function objects that keeps its history in a vector.
#include "oracle.h"
#include <cmath>
#include <functional>
#include <vector>

namespace
{
template <class F, class D> double newton(F f, D d, double at, std::vector<double> &history)
{
    for (int i = 0; i < 50 && std::abs(f(at)) > 1e-14; i++) {
        history.push_back(at);
        at -= f(at) / d(at);
    }
    return at;
}

double f(const double *x, int n)
{
    std::vector<double> history;
    double a = x[0], b = x[1];
    double root = newton([=](double t) { return t * t * t + a * t - b; },
                         [=](double t) { return 3 * t * t + a; }, 1.0, history);
    return root * root + history.front();
}
} // namespace

int main()
{
    double x[2] = {1.5, 2.25};
    ORACLE_GRADIENT(f, x, 2);
    return oracle_result();
}
