// Durations with double representation as active quantities.
#include "oracle.h"
#include <chrono>

namespace
{
using Seconds = std::chrono::duration<double>;
using Milli = std::chrono::duration<double, std::milli>;

double f(const double *x, int n)
{
    Seconds a(x[0]);
    Milli b(x[1] * 1000);
    Seconds c = a + b;
    c *= x[2];
    return std::chrono::duration_cast<Milli>(c).count() * 0.001 + a / c;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 2};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
