// Reading into active memory ends the derivative of what was there.
#include "oracle.h"
#include <sstream>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    std::stringstream io;
    io << 1.5 << ' ' << 3;
    int at;
    io >> v[1] >> at;
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i] * x[0];
    return s * at;
}
} // namespace

int main()
{
    double x[4] = {0.5, 7, -1, 2};
    double want[4] = {3 * (3 * 0.25 + 2.25 + 1 + 4), 0, 3 * 2 * -1 * 0.5, 3 * 2 * 2 * 0.5};
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
