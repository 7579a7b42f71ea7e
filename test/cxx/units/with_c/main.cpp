// C calls back into C++ objects through a table of functions, and C++ uses a table of C.
#include "oracle.h"
#include "table.h"

namespace
{
class Filter
{
    double a;
    double state = 0;

  public:
    explicit Filter(double a) : a(a)
    {
    }
    virtual ~Filter() = default;
    virtual double step(double x)
    {
        return state = a * state + (1 - a) * x;
    }
    static const operations table;
};
struct Sharp : Filter {
    using Filter::Filter;
    double step(double x) override
    {
        return 2 * x - Filter::step(x);
    }
};
const operations Filter::table = {
    [](void *self, double x) { return static_cast<Filter *>(self)->step(x); },
    [](void *self, double x) { return static_cast<Filter *>(self)->step(x) * x; },
    4,
};

double f(const double *x, int n)
{
    Filter smooth(x[0]);
    Sharp sharp(x[1]);
    Filter *second = &sharp;
    double k = x[2];
    return run(&Filter::table, &smooth, x[1]) +
           run(&Filter::table, second, x[2]) * run(&c_operations, &k, x[0]);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
