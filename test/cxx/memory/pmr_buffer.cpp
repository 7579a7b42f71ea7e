// Polymorphic memory resources: a monotonic buffer under a vector.
#include "oracle.h"
#include <memory_resource>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    alignas(16) unsigned char room[256];
    std::pmr::monotonic_buffer_resource pool(room, sizeof room);
    std::pmr::vector<double> v(&pool);
    for (int i = 0; i < n; i++)
        v.push_back(x[i] * x[i]);
    double s = 0;
    for (double e : v)
        s = s * 0.5 + e * x[0];
    return s;
}
} // namespace

int main()
{
    double x[20];
    oracle_random(x, 20, 9);
    ORACLE_GRADIENT(f, x, 20);
    return oracle_result();
}
