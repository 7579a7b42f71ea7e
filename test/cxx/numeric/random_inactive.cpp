// A random engine inside: samples are constants, results depend on them and on x.
#include "oracle.h"
#include <random>

namespace
{
double f(const double *x, int n)
{
    std::mt19937 engine(42);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::normal_distribution<double> normal(0, 1);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * uniform(engine) + x[i] * normal(engine);
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 3);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
