// std::call_once runs what it is given.
#include "oracle.h"
#include <mutex>

namespace
{
struct table {
    std::once_flag filled;
    double values[4];

    double at(int i, double scale)
    {
        std::call_once(filled, [&] {
            for (int k = 0; k < 4; k++)
                values[k] = scale * scale * (k + 1);
        });
        return values[i % 4];
    }
};

double lazy(const double *x, int n)
{
    table t;
    double sum = 0;
    for (int i = 0; i < 2 * n; i++)
        sum += t.at(i, x[0] * (i + 1)) * x[i % n];
    return sum;
}
} // namespace

int main()
{
    const double x[2] = {1.3, -0.4};
    ORACLE_GRADIENT(lazy, x, 2);
    return oracle_result();
}
