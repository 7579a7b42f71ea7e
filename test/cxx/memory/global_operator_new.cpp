// The program replaces the global operator new and delete.
#include "oracle.h"
#include <cstdlib>
#include <new>
#include <vector>

static int blocks;

void *operator new(std::size_t size)
{
    blocks++;
    void *p = std::malloc(size);
    if (!p)
        std::abort();
    return p;
}

void operator delete(void *p) noexcept
{
    blocks--;
    std::free(p);
}

void operator delete(void *p, std::size_t) noexcept
{
    blocks--;
    std::free(p);
}

namespace
{
double f(const double *x, int n)
{
    std::vector<double> v;
    for (int i = 0; i < n; i++)
        v.push_back(x[i] * x[i]);
    double *p = new double(v[0] * v.back());
    double s = *p;
    delete p;
    return s;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 7);
    int before = blocks;
    ORACLE_GRADIENT(f, x, 5);
    CHECK_THAT(blocks == before);
    return oracle_result();
}
