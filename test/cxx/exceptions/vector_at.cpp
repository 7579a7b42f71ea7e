// std::vector::at out of range, caught; a loop left by an exception.
#include "oracle.h"
#include <stdexcept>
#include <vector>

static double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    double sum = 0;
    try {
        for (int i = 0;; i++) {
            v.at(i) *= 1 + i;
            sum += v.at(i) * v.at(i);
        }
    } catch (const std::out_of_range &) {
        sum *= v[0];
    }
    return sum;
}

int main()
{
    const double x[4] = {0.9, 0.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
