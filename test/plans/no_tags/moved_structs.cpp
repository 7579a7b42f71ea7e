/* Elements of a vector that are moved within it, as many as the run says, and sorted. */
#include <algorithm>
#include <cstring>
#include <vector>
#include "oracle.h"
#include "oracle_calls.h"

namespace
{
struct term {
    double factor;
    int power;
};

std::vector<term> terms(const double *x, int n)
{
    std::vector<term> v;
    for (int i = 0; i < 60; i++)
        v.push_back({x[i % n] * (i + 1), i * 7 % 41});
    return v;
}

double sum(const std::vector<term> &v)
{
    double s = 0;
    for (int k = 0; k < 60; k++)
        s += v[k].factor * v[k].factor * v[k].power * k * 1e-3;
    return s;
}

double moved_up(const double *x, int n)
{
    std::vector<term> v = terms(x, n);
    std::memmove((void *)(v.data() + 1), v.data(), v[5].power % 16 * sizeof(term));
    return sum(v);
}

double moved_down(const double *x, int n)
{
    std::vector<term> v = terms(x, n);
    std::copy(v.begin() + 7, v.begin() + 7 + v[4].power % 16, v.begin() + 2);
    return sum(v);
}

double sorted(const double *x, int n)
{
    std::vector<term> v = terms(x, n);
    std::sort(v.begin(), v.end(), [](const term &a, const term &b) { return a.power < b.power; });
    return sum(v);
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 11);
    ORACLE_GRADIENT(moved_up, x, 5);
    ORACLE_GRADIENT(moved_down, x, 5);
    ORACLE_GRADIENT(sorted, x, 5);
    return oracle_result();
}
