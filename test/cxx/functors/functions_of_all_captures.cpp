// std::functions that captured a number, a pointer and an array, in one vector.
#include "oracle.h"
#include <functional>
#include <vector>

static double f(const double *x, int n)
{
    std::vector<std::function<double(double)>> v;
    double a = x[0];
    const double *p = x + 1;
    struct {
        double c[3];
    } copy{{x[0], x[1], x[2]}};
    v.push_back([a](double y) { return a * y; });
    v.push_back([p](double y) { return *p + y * y; });
    v.push_back([copy](double y) { return copy.c[2] * y + copy.c[0]; });
    double s = 1;
    for (int i = 0; i < n; i++)
        s = v[i % 3](s);
    return s;
}

int main()
{
    const double x[3] = {0.7, 0.3, 1.1};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
