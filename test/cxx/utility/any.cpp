// std::any holding numbers, structs and vectors.
#include "oracle.h"
#include <any>
#include <vector>

namespace
{
struct Pair {
    double a, b;
};

double f(const double *x, int n)
{
    std::any number = x[0] * x[1], pair = Pair{x[1], x[2]}, list = std::vector<double>(x, x + n);
    double s = *std::any_cast<double>(&number);
    s *= std::any_cast<Pair>(&pair)->b;
    std::any other = list;
    std::any_cast<std::vector<double>>(&other)->push_back(s);
    number = 3;
    for (double e : *std::any_cast<std::vector<double>>(&other))
        s += e * e;
    return number.has_value() && !std::any_cast<double>(&number) ? s : 0;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -1, 2};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
