// Attributes on member functions, static members and operators, in all spellings.
#include "oracle.h"

struct Cell;
struct Grad2 {
    double x, y;
};
double value_reverse(const Cell *self, Cell *d, double x, double seed);
Grad2 mix_reverse(double x, double y, double seed);
double call_reverse(const Cell *self, Cell *d, double x, double seed);

struct Cell {
    double k;
    __attribute__((enzyme("gradient", value_reverse))) double value(double x) const;
    [[clang::enzyme("gradient", mix_reverse)]] static double mix(double x, double y);
    [[clang::annotate("enzyme_gradient", call_reverse)]] double operator()(double x) const;
    [[clang::enzyme_inactive]] double penalty(double x) const;
};

double Cell::value(double x) const
{
    return k * x;
}
double Cell::mix(double x, double y)
{
    return x * y;
}
double Cell::operator()(double x) const
{
    return k * x * x;
}
double Cell::penalty(double x) const
{
    return k * x * 1000;
}

double value_reverse(const Cell *self, Cell *d, double x, double seed)
{
    d->k += 10 * x * seed;
    return 10 * self->k * seed;
}
Grad2 mix_reverse(double x, double y, double seed)
{
    return {20 * y * seed, 20 * x * seed};
}
double call_reverse(const Cell *self, Cell *d, double x, double seed)
{
    d->k += 30 * x * seed;
    return 30 * self->k * seed;
}

static double f(double k, double x)
{
    Cell c{k};
    return c.value(x) + Cell::mix(k, x) + c(x) + c.penalty(x);
}

int main()
{
    struct two g = __enzyme_autodiff_2((void *)f, 0.5, 3.0);
    CHECK(g.x, 10 * 3 + 20 * 3 + 30 * 3);
    CHECK(g.y, 10 * 0.5 + 20 * 0.5 + 30 * 0.5);
    return oracle_result();
}
