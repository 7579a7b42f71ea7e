// A handler that computes and throws on.
#include "oracle.h"
#include <cmath>
#include <stdexcept>

static double inner(double *x)
{
    try {
        if (x[0] > 1)
            throw std::runtime_error("large");
        return x[0];
    } catch (...) {
        x[0] = std::sin(x[0]);
        throw;
    }
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double local = x[i] * x[i];
        try {
            sum += inner(&local);
        } catch (const std::runtime_error &) {
            sum += 3 * local;
        }
    }
    return sum;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
