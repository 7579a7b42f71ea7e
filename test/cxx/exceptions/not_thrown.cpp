// Functions that may throw but do not, inside a try block with handlers.
#include "oracle.h"
#include <cmath>
#include <stdexcept>
#include <vector>

static double root(double v)
{
    if (v < 0)
        throw std::domain_error("negative");
    return std::sqrt(v);
}

static double f(const double *x, int n)
{
    double sum = 0;
    try {
        std::vector<double> kept;
        for (int i = 0; i < n; i++)
            kept.push_back(root(1 + x[i] * x[i]));
        for (double k : kept)
            sum += k * k * k;
    } catch (const std::domain_error &) {
        sum = -1;
    }
    return sum;
}

int main()
{
    const double x[4] = {0.3, -0.8, 1.2, 0.1};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
