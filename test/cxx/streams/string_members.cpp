// Structs with a string beside active floating-point values, in a vector that grows.
#include "oracle.h"
#include <string>
#include <vector>

namespace
{
struct Parameter {
    std::string name;
    double value;
};

double f(const double *x, int n)
{
    std::vector<Parameter> all;
    for (int i = 0; i < n; i++)
        all.push_back({"a rather long parameter name " + std::to_string(i), x[i]});
    all.insert(all.begin(), {"first", x[0] * x[1]});
    double s = 0;
    for (const Parameter &p : all)
        s += p.value * p.value * static_cast<double>(p.name.size());
    return s;
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, -1, 2, 0.25};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
