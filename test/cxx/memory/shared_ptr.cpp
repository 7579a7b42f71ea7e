// shared_ptr: make_shared, copies, reset, use_count, aliasing constructor.
#include "oracle.h"
#include <memory>
#include <vector>

namespace
{
struct Pair {
    double a, b;
};

double f(const double *x, int n)
{
    auto p = std::make_shared<Pair>(Pair{x[0], x[1]});
    std::shared_ptr<double> b(p, &p->b);
    std::vector<std::shared_ptr<Pair>> many(3, p);
    many[1] = std::make_shared<Pair>(Pair{x[2], p->a * x[2]});
    p->a *= *b;
    *b *= 2;
    p.reset();
    double s = static_cast<double>(b.use_count());
    for (auto &each : many)
        s += each->a * each->b;
    return s;
}
} // namespace

int main()
{
    double x[3] = {1.5, -0.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
