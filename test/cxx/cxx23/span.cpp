// std::span: subspans, first and last, fixed extents, a matrix row by row.
#include "oracle.h"
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace
{
double energy(std::span<const double> v)
{
    double s = 0;
    for (double e : v)
        s += e * std::sin(e);
    return s;
}

void scale(std::span<double, 3> v, double by)
{
    for (auto &e : v)
        e *= by;
}

struct matrix_view {
    std::span<double> data;
    std::size_t columns;
    double &operator()(std::size_t i, std::size_t j) const
    {
        return data[i * columns + j];
    }
    std::span<double> row(std::size_t i) const
    {
        return data.subspan(i * columns, columns);
    }
};

double f(const double *x, int n)
{
    std::vector<double> m(12);
    matrix_view a{m, 4};
    for (std::size_t i = 0; i < 3; i++)
        for (std::size_t j = 0; j < 4; j++)
            a(i, j) = x[(i + j) % n] * (1 + i);
    scale(std::span<double, 3>(m.data() + 2, 3), x[0]);
    scale(a.row(2).first<3>(), x[1]);
    double s = energy(a.row(1)) + energy(std::span(m).last(5));
    auto it = std::span(m).rbegin();
    return s * *it + std::inner_product(a.row(0).begin(), a.row(0).end(), a.row(2).begin(), 0.0);
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, -1, 2, -0.25};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
