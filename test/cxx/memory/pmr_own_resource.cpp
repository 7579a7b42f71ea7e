// A user's memory_resource with virtual functions.
#include "oracle.h"
#include <cstdlib>
#include <memory_resource>
#include <vector>

namespace
{
class Counting : public std::pmr::memory_resource
{
public:
    int blocks = 0;

private:
    void *do_allocate(std::size_t bytes, std::size_t) override
    {
        blocks++;
        return std::malloc(bytes);
    }
    void do_deallocate(void *p, std::size_t, std::size_t) override { std::free(p); }
    bool do_is_equal(const memory_resource &o) const noexcept override { return this == &o; }
};

double f(const double *x, int n)
{
    Counting resource;
    double s = 0;
    {
        std::pmr::vector<double> v(&resource);
        for (int i = 0; i < n; i++)
            v.push_back(x[i] * x[i]);
        for (double e : v)
            s = s * 0.5 + e * x[0];
    }
    return s * resource.blocks;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 10);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
