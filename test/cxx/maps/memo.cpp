// Memoised recursion through a map that is filled on the way.
#include "oracle.h"
#include <map>

namespace
{
double term(int k, const double *x, std::map<int, double> &known)
{
    auto found = known.find(k);
    if (found != known.end())
        return found->second;
    double v = k < 2 ? x[k] : term(k - 1, x, known) * 0.5 + term(k - 2, x, known) * x[k];
    known[k] = v;
    return v;
}

double f(const double *x, int n)
{
    std::map<int, double> known;
    return term(n - 1, x, known) * term(n - 3, x, known);
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 29);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
