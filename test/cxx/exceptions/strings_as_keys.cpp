// Strings on the heap, made where exceptions are caught, move into a map that an exception
// destroys.
#include <map>
#include <string>
#include "oracle.h"

__attribute__((noinline)) static double sum(const double *x, int n)
{
    std::map<std::string, double> values;
    values["one"] = x[0];
    values["a key that is not short"] = x[1] * x[1];
    values["number " + std::to_string(n) + " of several"] = x[0] * x[2];
    double s = 0;
    for (const auto &entry : values)
        s += entry.second * static_cast<double>(entry.first.size());
    if (n > 3)
        throw 7;
    return s * x[1];
}

static double caught(const double *x, int n)
{
    try {
        return sum(x, n) + x[2];
    } catch (int e) {
        return x[0] * x[1] * e;
    }
}

// All in one function.
static double inside(const double *x, int n)
{
    double s = x[1];
    try {
        std::map<std::string, double> values;
        values["a key that is not short"] = x[1] * x[1];
        for (const auto &entry : values)
            s += entry.second * static_cast<double>(entry.first.size());
        if (n > 3)
            throw 7;
        s *= x[0];
    } catch (int e) {
        s += x[0] * e;
    }
    return s;
}

int main()
{
    const double x[] = {0.75, -1.25, 0.5, 2.0};
    for (int n = 3; n <= 4; n++) {
        ORACLE_GRADIENT(caught, x, n);
        ORACLE_GRADIENT(inside, x, n);
    }
    return oracle_result();
}
