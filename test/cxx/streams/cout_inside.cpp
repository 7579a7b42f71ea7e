// Messages to cout and cerr inside differentiated code.
#include "oracle.h"
#include <iomanip>
#include <iostream>

namespace
{
double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        std::cout << "partial sum " << i << ": " << std::setprecision(3) << s << '\n';
    }
    if (s < 0)
        std::cerr << "negative" << std::endl;
    return s * x[0];
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -1};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
