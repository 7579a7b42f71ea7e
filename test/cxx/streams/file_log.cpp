// A file stream inside: results go to a log file.
#include "oracle.h"
#include <cstdio>
#include <fstream>

namespace
{
double f(const double *x, int n)
{
    std::ofstream log("derivative.log", std::ios::app);
    double s = x[0];
    for (int i = 1; i < n; i++) {
        s = s * x[i] + x[0];
        log << s << '\n';
    }
    return s;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -1, 2};
    ORACLE_GRADIENT(f, x, 4);
    std::remove("derivative.log");
    return oracle_result();
}
