// emplace_back of structs with a number and an index, then a weighted sum over them.
#include "oracle.h"
#include <cmath>
#include <vector>

namespace
{
struct Term {
    double weight;
    int index;
    double offset;
    Term(double w, int i, double o) : weight(w), index(i), offset(o)
    {
    }
};

double f(const double *x, int n)
{
    std::vector<Term> terms;
    for (int i = 0; i + 1 < n; i++)
        terms.emplace_back(std::sin(x[i]), n - 1 - i, x[i + 1]);
    double s = 0;
    for (const Term &t : terms)
        s += t.weight * x[t.index] + t.offset * t.offset;
    return s;
}
} // namespace

int main()
{
    double x[7];
    oracle_random(x, 7, 2);
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
