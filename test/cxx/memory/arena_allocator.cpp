// A user's allocator template over an arena of bytes.
#include "oracle.h"
#include <cstddef>
#include <list>
#include <vector>

namespace
{
struct Arena {
    alignas(16) unsigned char bytes[4096];
    std::size_t used = 0;
    void *take(std::size_t n)
    {
        void *p = bytes + used;
        used += (n + 15) / 16 * 16;
        return p;
    }
};

template <class T> struct ArenaAllocator {
    using value_type = T;
    Arena *arena;
    explicit ArenaAllocator(Arena *a) : arena(a)
    {
    }
    template <class U> ArenaAllocator(const ArenaAllocator<U> &o) : arena(o.arena)
    {
    }
    T *allocate(std::size_t n)
    {
        return static_cast<T *>(arena->take(n * sizeof(T)));
    }
    void deallocate(T *, std::size_t)
    {
    }
    template <class U> bool operator==(const ArenaAllocator<U> &o) const
    {
        return arena == o.arena;
    }
    template <class U> bool operator!=(const ArenaAllocator<U> &o) const
    {
        return arena != o.arena;
    }
};

double f(const double *x, int n)
{
    Arena arena;
    std::vector<double, ArenaAllocator<double>> v{ArenaAllocator<double>(&arena)};
    std::list<double, ArenaAllocator<double>> l{ArenaAllocator<double>(&arena)};
    for (int i = 0; i < n; i++) {
        v.push_back(x[i] * x[i]);
        l.push_front(v.back() * x[0]);
    }
    double s = 0;
    for (double e : l)
        s = s * 0.5 + e * v[1];
    return s;
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 8);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
