// Reparametrised samples: mean and deviation of a distribution are active through arithmetic on its
// samples.
#include "oracle.h"
#include <cmath>
#include <random>

namespace
{
double f(const double *x, int n)
{
    std::minstd_rand engine(7);
    std::normal_distribution<double> normal;
    double path = x[0], payoff = 0;
    for (int i = 0; i < 20; i++) {
        path *= std::exp(x[1] * 0.01 + x[2] * 0.1 * normal(engine));
        payoff += path > x[0] ? path - x[0] * 0.9 : 0.1 * path;
    }
    return payoff;
}
} // namespace

int main()
{
    double x[3] = {1.1, 0.3, 0.4};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
