// Strings inside: names, concatenation, comparison, find, to_string, stod.
#include "oracle.h"
#include <string>

namespace
{
double f(const double *x, int n)
{
    std::string name = "layer";
    double s = 0;
    for (int i = 0; i < n; i++) {
        std::string full =
            name + std::to_string(i) + (i % 2 ? ".weight of a longer name" : ".bias");
        if (full.find("weight") != std::string::npos)
            s += x[i] * x[i];
        else if (full == "layer0.bias")
            s += x[i];
        else
            s -= x[i] * x[0];
    }
    return s * std::stod("2.5");
}
} // namespace

int main()
{
    double x[5] = {0.5, 1.5, -1, 2, 0.25};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
