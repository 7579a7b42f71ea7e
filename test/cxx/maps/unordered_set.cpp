// unordered_set of indices that decides which numbers count once.
#include "oracle.h"
#include <unordered_set>

namespace
{
double f(const double *x, int n)
{
    std::unordered_set<int> seen;
    double s = 0;
    for (int i = 0; i < 4 * n; i++) {
        int k = i * i % n;
        if (seen.insert(k).second)
            s += x[k] * x[k] * (i + 1);
    }
    return s * x[0];
}
} // namespace

int main()
{
    double x[11];
    oracle_random(x, 11, 30);
    ORACLE_GRADIENT(f, x, 11);
    return oracle_result();
}
