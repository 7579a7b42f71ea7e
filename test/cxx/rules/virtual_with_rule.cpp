// A virtual function with a rule: the rule replaces the call of that class's version, wherever the
// call leads there.
#include "oracle.h"

struct Kernel {
    virtual ~Kernel() = default;
    virtual double at(double x) const = 0;
};
struct Smooth : Kernel {
    double k;
    explicit Smooth(double k) : k(k)
    {
    }
    double at(double x) const override;
};
struct Rough : Kernel {
    double k;
    explicit Rough(double k) : k(k)
    {
    }
    double at(double x) const override;
};
double Smooth::at(double x) const
{
    return k * x * x;
}
double Rough::at(double x) const
{
    return static_cast<int>(k * x);
} // a staircase

extern "C" double rough_at(const Rough *, double) __asm__("_ZNK5Rough2atEd");
static double rough_reverse(const Rough *self, Rough *d, double x, double seed)
{
    d->k += seed * x; // as if it was not rounded
    return seed * self->k;
}
__attribute__((used)) void *__enzyme_register_gradient_rough[] = {
    (void *)rough_at, (void *)rough_at, (void *)rough_reverse};

static double f(const double *x, int n)
{
    Smooth s(x[0]);
    Rough r(x[1]);
    const Kernel *all[] = {&s, &r};
    double sum = 0;
    for (const Kernel *k : all)
        sum += k->at(x[2]);
    return sum;
}

int main()
{
    double x[3] = {1.5, 2.5, 3}, dx[3];
    GRADIENT(f, x, dx, 3);
    CHECK(dx[0], 9);
    CHECK(dx[1], 3);
    CHECK(dx[2], 2 * 1.5 * 3 + 2.5);
    return oracle_result();
}
