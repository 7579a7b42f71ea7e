// Containers in static variables that are filled with constants and only read then.
#include "oracle.h"
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

static const std::vector<double> &weights()
{
    static const std::vector<double> w{0.5, 1.5, 2.5, 3.5};
    return w;
}

static const std::array<double, 8> &roots()
{
    static const auto table = [] {
        std::array<double, 8> a{};
        for (std::size_t i = 0; i < a.size(); i++)
            a[i] = std::sqrt(static_cast<double>(i) + 1);
        return a;
    }();
    return table;
}

static std::map<std::string, std::vector<double>> groups{{"even", {1, 2}}, {"odd", {3, 4, 5}}};

static double f(const double *x, int n)
{
    double s = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); i++)
        s += x[i] * x[i] * weights()[i % 4] * roots()[i % 8];
    for (double v : groups.at("odd"))
        s = s * 0.5 + v * x[0];
    return s;
}

/* Either of the two, as the numbers say. */
static double h(const double *x, int)
{
    const double mine[3] = {x[0], x[1] * x[1], x[2]};
    std::vector<const double *> rows{x[0] < 10 ? mine : weights().data(), weights().data()};
    double s = 0;
    for (const double *row : rows)
        for (int i = 0; i < 3; i++)
            s += row[i] * x[i];
    return s;
}

int main()
{
    double x[6];
    oracle_random(x, 6, 11);
    ORACLE_GRADIENT(f, x, 6);
    ORACLE_GRADIENT(h, x, 6);
    return oracle_result();
}
