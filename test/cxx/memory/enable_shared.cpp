// enable_shared_from_this: an object hands out pointers to itself.
#include "oracle.h"
#include <memory>
#include <vector>

namespace
{
struct Parameter : std::enable_shared_from_this<Parameter> {
    double value;
    explicit Parameter(double v) : value(v)
    {
    }
    std::shared_ptr<Parameter> self()
    {
        return shared_from_this();
    }
};

double f(const double *x, int n)
{
    std::vector<std::shared_ptr<Parameter>> all;
    for (int i = 0; i < n; i++)
        all.push_back(std::make_shared<Parameter>(x[i]));
    double s = 0;
    for (auto &p : all) {
        auto q = p->self();
        q->value *= x[0];
        s += p->value * all.back()->value;
    }
    return s;
}
} // namespace

int main()
{
    double x[4];
    oracle_random(x, 4, 11);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
