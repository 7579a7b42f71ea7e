// A bitset selects terms.
#include "oracle.h"
#include <bitset>

namespace
{
double f(const double *x, int n)
{
    std::bitset<70> used;
    for (int i = 0; i < n; i++)
        used[3 * i] = x[i] > 0;
    double s = 0;
    for (int i = 0; i < n; i++)
        s += used.test(3 * i) ? x[i] * x[i] : x[i];
    return s * used.count();
}
} // namespace

int main()
{
    double x[8];
    oracle_random(x, 8, 21);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
