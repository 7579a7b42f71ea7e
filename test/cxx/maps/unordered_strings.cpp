// An unordered_map from strings to numbers, as a table of named parameters.
#include "oracle.h"
#include <string>
#include <unordered_map>

namespace
{
double f(const double *x, int n)
{
    std::unordered_map<std::string, double> parameter;
    for (int i = 0; i < n; i++)
        parameter["parameter number " + std::to_string(i)] = x[i];
    parameter["sum"] = 0;
    for (int i = 0; i < n; i++)
        parameter["sum"] += parameter["parameter number " + std::to_string(i)] * x[0];
    return parameter.at("sum") * parameter["parameter number 2"];
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 28);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
