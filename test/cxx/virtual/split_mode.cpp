// The two halves of split mode around virtual calls; the objects live on between them.
#define ORACLE_SPLIT 1
#include "oracle.h"

namespace
{
struct Cell {
    virtual ~Cell() = default;
    virtual double next(double x) = 0;
};
struct Leaky : Cell {
    double v = 0, decay;
    explicit Leaky(double d) : decay(d)
    {
    }
    double next(double x) override
    {
        return v = v * decay + x * x;
    }
};
struct Gate : Cell {
    double w;
    Cell *inner;
    Gate(double w, Cell *i) : w(w), inner(i)
    {
    }
    double next(double x) override
    {
        return x > w ? inner->next(x - w) : w * x;
    }
};

double f(const double *x, int n)
{
    Leaky *leaky = new Leaky(x[0]);
    Gate gate(x[1], leaky);
    Cell *cells[] = {&gate, leaky};
    double s = 0;
    for (int i = 0; i < 12; i++)
        s += cells[i % 2]->next(x[i % n] + s / 10);
    delete leaky;
    return s;
}
} // namespace

int main()
{
    double x[4] = {0.5, 0.25, 0.75, 1.25};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
