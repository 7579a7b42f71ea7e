// Global objects that point to each other and into themselves; the links are set by the program
// before the derivative runs.
#include "oracle.h"

namespace
{
struct Cell {
    double value = 0;
    double *focus = nullptr;
    Cell *neighbour = nullptr;
    virtual ~Cell() = default;
    virtual void put(double x)
    {
        value = x;
    }
    virtual double get() const
    {
        return *focus * (neighbour ? neighbour->value : 1);
    }
};
struct Double : Cell {
    double more[3] = {1, 2, 3};
    void put(double x) override
    {
        value = x * x;
        more[2] = x;
    }
};
Cell first;
Double second, third;

void link(int way)
{
    first.neighbour = way ? static_cast<Cell *>(&second) : &third;
    first.focus = &first.value;
    second.neighbour = &first;
    second.focus = &second.more[2];
    third.neighbour = nullptr;
    third.focus = way ? &first.value : &third.value;
}

double f(const double *x, int n)
{
    Cell *all[] = {&first, &second, &third};
    for (int i = 0; i < 3; i++)
        all[i]->put(x[i]);
    double s = 0;
    for (Cell *c : all)
        s += c->get() * x[0];
    return s;
}
} // namespace

int main()
{
    double x[3] = {1.5, 2.5, -3};
    for (int way = 0; way < 2; way++) {
        link(way);
        ORACLE_GRADIENT(f, x, 3);
    }
    return oracle_result();
}
