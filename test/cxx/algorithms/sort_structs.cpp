// Structs sorted by a lambda, then by a second key with stable_sort.
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace
{
struct Item {
    double value;
    int group;
    double weight;
};

double f(const double *x, int n)
{
    std::vector<Item> v;
    for (int i = 0; i < n; i++)
        v.push_back({x[i], i % 3, x[i] * x[0]});
    std::sort(v.begin(), v.end(), [](const Item &a, const Item &b) { return a.value > b.value; });
    std::stable_sort(v.begin(), v.end(),
                     [](const Item &a, const Item &b) { return a.group < b.group; });
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.75 + v[i].weight * v[(i + 1) % n].value;
    return s;
}
} // namespace

int main()
{
    double x[25];
    oracle_random(x, 25, 2);
    ORACLE_GRADIENT(f, x, 25);
    return oracle_result();
}
