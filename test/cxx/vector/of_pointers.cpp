// A vector of pointers into another vector.
#include "oracle.h"
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> values(x, x + n);
    std::vector<double *> odd;
    std::vector<const double *> inputs;
    for (int i = 0; i < n; i++) {
        if (i % 2)
            odd.push_back(&values[i]);
        inputs.push_back(x + n - 1 - i);
    }
    for (double *p : odd)
        *p *= 3 * *p;
    double s = 0;
    for (int i = 0; i < n; i++)
        s += values[i] * *inputs[i];
    return s;
}
} // namespace

int main()
{
    double x[7];
    oracle_random(x, 7, 10);
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
