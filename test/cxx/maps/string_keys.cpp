// A std::map with string keys, looked up by name.
#include "oracle.h"
#include <cmath>
#include <map>
#include <string>

namespace
{
double f(const double *x, int n)
{
    std::map<std::string, double> m{
        {"mass", x[0]}, {"speed", x[1]}, {"height above the ground", x[2]}};
    m["charge"] = x[0] * x[2];
    m.erase("charge");
    if (m.count("speed"))
        m["kinetic"] = 0.5 * m["mass"] * m["speed"] * m["speed"];
    return m["kinetic"] + 9.81 * m["mass"] * m["height above the ground"] +
           std::exp(m.begin()->second);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 2.5};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
