// A std::function that calls itself, memoises in a captured array, and one that owns a polymorphic
// object.
#include "oracle.h"
#include <functional>
#include <memory>
#include <vector>

namespace
{
struct Weight {
    virtual ~Weight() = default;
    virtual double of(int n) const = 0;
};
struct Geometric : Weight {
    double q;
    explicit Geometric(double q) : q(q)
    {
    }
    double of(int n) const override
    {
        return n ? q * of(n - 1) : 1;
    }
};

double f(const double *x, int n)
{
    std::vector<double> memo(12, -1.0);
    std::function<double(int)> fib = [&](int k) -> double {
        if (k < 2)
            return x[k];
        double &m = memo[static_cast<std::size_t>(k)];
        if (m == -1.0)
            m = fib(k - 1) * 0.5 + fib(k - 2);
        return m;
    };
    std::shared_ptr<Weight> w = std::make_shared<Geometric>(x[2]);
    std::function<double(int)> weighted = [w, fib](int k) { return w->of(k) * fib(k); };
    w.reset();
    std::vector<std::function<double(int)>> all(3, weighted);
    double s = 0;
    for (int i = 0; i < 3; i++)
        s += all[static_cast<std::size_t>(i)](i + 8);
    return s * fib(11);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
