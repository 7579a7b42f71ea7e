// Numbers read from an istringstream are constants.
#include "oracle.h"
#include <sstream>

namespace
{
double f(const double *x, int n)
{
    std::istringstream in("2.5 -1 0.75 4");
    double s = 0;
    for (int i = 0; i < n; i++) {
        double c = x[i];
        in >> c;
        s += c * x[i] * x[i];
    }
    return s;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -1, 2};
    double want[4] = {2 * 2.5 * 0.5, -2 * 1.5, 2 * 0.75 * -1, 2 * 4 * 2.0};
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
