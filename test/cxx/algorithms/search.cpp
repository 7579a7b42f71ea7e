// lower_bound, upper_bound, find_if, adjacent_find, binary_search: a piecewise linear table.
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace
{
double interpolate(const std::vector<double> &grid, const std::vector<double> &value, double at)
{
    auto high = std::upper_bound(grid.begin() + 1, grid.end() - 1, at) - grid.begin();
    double t = (at - grid[high - 1]) / (grid[high] - grid[high - 1]);
    return value[high - 1] * (1 - t) + value[high] * t;
}

double f(const double *x, int n)
{
    std::vector<double> grid, value;
    for (int i = 0; i < n; i++) {
        grid.push_back(i * 0.25 - 1);
        value.push_back(x[i] * x[i]);
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += interpolate(grid, value, x[i]) * (i + 1);
    auto first = std::find_if(x, x + n, [](double e) { return e < 0; });
    return first == x + n ? s : s * *first;
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 9);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
