// operator new that fails, caught.
#include "oracle.h"
#include <new>
#include <vector>

static double total(const double *x, int n, std::size_t size)
{
    std::vector<double> v(size);
    for (int i = 0; i < n; i++)
        v[i] = x[i] * x[i];
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[n - 1 - i];
    return sum;
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (std::size_t size : {std::size_t(1) << 59, std::size_t(16)}) {
        try {
            sum += total(x, n, size);
        } catch (const std::bad_alloc &) {
            sum += x[0];
        }
    }
    return sum;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
