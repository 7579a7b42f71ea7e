// One place in memory that holds a number, half a number, a count or a pointer: std::any beside
// std::variant.
#include "oracle.h"
#include <any>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

static double anything(const double *x, int n)
{
    std::vector<std::any> all;
    for (int i = 0; i < n; i++)
        switch (i % 4) {
        case 0: all.push_back(x[i]); break;
        case 1: all.push_back(std::vector<double>(2, x[i])); break;
        case 2: all.push_back(i); break;
        default: all.push_back(std::string("text")); break;
        }
    double sum = x[0];
    for (std::any &a : all)
        if (double *d = std::any_cast<double>(&a))
            sum = sum * *d + 1;
        else if (auto *v = std::any_cast<std::vector<double>>(&a))
            sum += (*v)[1] * sum;
        else if (int *k = std::any_cast<int>(&a))
            sum *= *k;
    return sum;
}

using value = std::variant<double, float, int, std::vector<double>, std::shared_ptr<double>>;
static value make(const double *x, int i)
{
    switch (i % 5) {
    case 0: return x[i];
    case 1: return 0.5f * i;
    case 2: return i;
    case 3: return std::vector<double>(3, x[i] * x[i]);
    default: return std::make_shared<double>(x[i]);
    }
}
static double variants(const double *x, int n)
{
    std::map<int, value> all;
    for (int i = 0; i < n; i++)
        all[i] = make(x, i);
    all[1] = all[n - 1];
    double sum = 1;
    for (auto &e : all)
        sum += std::visit(
            [&](auto &v) -> double {
                using T = std::decay_t<decltype(v)>;
                if constexpr (std::is_same_v<T, std::vector<double>>)
                    return v[0] * v[2];
                else if constexpr (std::is_same_v<T, std::shared_ptr<double>>)
                    return *v * sum;
                else
                    return v * sum;
            },
            e.second);
    return sum;
}

int main()
{
    const double x[8] = {0.9, 1.2, 0.5, 0.7, 0.3, 1.1, 0.6, 0.8};
    ORACLE_GRADIENT(anything, x, 8);
    ORACLE_GRADIENT(variants, x, 8);
    return oracle_result();
}
