// Hand-made type erasure: a small buffer, a table of functions per type, moves and destruction
// through it.
#include "oracle.h"
#include <new>
#include <utility>

namespace
{
class Action
{
    struct Table {
        double (*call)(const void *, double);
        void (*move)(void *, void *);
        void (*destroy)(void *);
    };
    template <class F> static const Table table_of;
    alignas(double) unsigned char room[32];
    const Table *table;

  public:
    template <class F> explicit Action(F f) : table(&table_of<F>)
    {
        static_assert(sizeof(F) <= sizeof room, "too large");
        new (room) F(std::move(f));
    }
    Action(Action &&other) : table(other.table)
    {
        table->move(room, other.room);
    }
    ~Action()
    {
        table->destroy(room);
    }
    double operator()(double x) const
    {
        return table->call(room, x);
    }
};
template <class F>
const Action::Table Action::table_of = {
    [](const void *f, double x) { return (*static_cast<const F *>(f))(x); },
    [](void *to, void *from) { new (to) F(std::move(*static_cast<F *>(from))); },
    [](void *f) { static_cast<F *>(f)->~F(); },
};

double run(Action a, double x)
{
    return a(x) + a(2 * x);
}

double f(const double *x, int n)
{
    double k = x[0], l = x[1], m = x[2];
    Action a([k, l](double v) { return k * v + l; });
    Action b([k, l, m](double v) { return m * v * v * k - l; });
    Action c([&m](double v) { return m * v; });
    m *= 2;
    return run(std::move(a), m) * run(std::move(b), k) + c(l);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
