// shared_ptr to arrays and to numbers made by new.
#include "oracle.h"
#include <memory>

namespace
{
double f(const double *x, int n)
{
    std::shared_ptr<double[]> a(new double[n]);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[0];
    auto b = a;
    std::shared_ptr<double> c(new double(b[1]));
    b[2] *= *c;
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * a[i];
    return s;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 13);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
