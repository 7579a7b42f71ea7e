// make_heap, push_heap, pop_heap, sort_heap.
#include "oracle.h"
#include <algorithm>
#include <vector>

namespace
{
double f(const double *x, int n)
{
    std::vector<double> h(x, x + n);
    std::make_heap(h.begin(), h.end());
    double s = 0;
    for (int k = 0; k < 4; k++) {
        std::pop_heap(h.begin(), h.end());
        s += h.back() * h.back() * (k + 1);
        h.back() *= 0.25 * x[k];
        std::push_heap(h.begin(), h.end());
    }
    std::sort_heap(h.begin(), h.end());
    for (double e : h)
        s = s * 0.75 + e;
    return s;
}
} // namespace

int main()
{
    double x[12];
    oracle_random(x, 12, 8);
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
