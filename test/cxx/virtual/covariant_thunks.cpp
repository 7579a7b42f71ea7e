// Covariant results with several bases: thunks adjust the result, too; and a cast to the most
// derived object.
#include "oracle.h"

namespace
{
struct Left {
    double l = 0;
    virtual ~Left() = default;
    virtual Left *next()
    {
        return this;
    }
    virtual double get() const
    {
        return l;
    }
};
struct Right {
    double r = 0;
    virtual ~Right() = default;
    virtual Right *other()
    {
        return this;
    }
    virtual double get() const
    {
        return r * 2;
    }
};
struct Both : Left, Right {
    Both *twin = nullptr;
    Both *next() override
    {
        return twin ? twin : this;
    }
    Both *other() override
    {
        return twin ? twin : this;
    }
    double get() const override
    {
        return l + r;
    }
};

double walk(Left *l, Right *r)
{
    double s = l->get() * r->get();
    s += l->next()->get() * r->other()->get();
    Both *whole = static_cast<Both *>(dynamic_cast<void *>(r->other()));
    return s + whole->l * whole->r;
}

double f(const double *x, int n)
{
    Both a, b;
    a.l = x[0], a.r = x[1];
    b.l = x[2], b.r = x[0] * x[1];
    a.twin = &b;
    return walk(&a, &a) + walk(&b, &a) * walk(&a, &b);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
