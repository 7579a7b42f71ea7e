// A throw that is taken: what was computed before it and in the handler counts.
#include "oracle.h"
#include <cmath>
#include <stdexcept>

static double checked_log(double v)
{
    if (v <= 0)
        throw std::domain_error("log");
    return std::log(v);
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += x[i] * x[i];
            sum += checked_log(x[i]);
        } catch (const std::domain_error &) {
            sum += std::sin(x[i]) * sum;
        }
    }
    return sum;
}

int main()
{
    const double x[5] = {0.3, -0.8, 1.2, -0.1, 2.0};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
