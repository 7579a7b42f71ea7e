// Polymorphic objects by value: copied, moved, assigned, sliced to a base, in arrays from new[],
// and placed in a buffer.
#include "oracle.h"
#include <new>
#include <utility>

namespace
{
struct Base {
    double a = 1;
    Base() = default;
    explicit Base(double a) : a(a)
    {
    }
    Base(const Base &o) : a(o.a * 2)
    {
    }
    Base &operator=(const Base &o)
    {
        a = o.a + 1;
        return *this;
    }
    virtual ~Base()
    {
        a = 0;
    }
    virtual double value() const
    {
        return a;
    }
};
struct Derived : Base {
    double b;
    explicit Derived(double x) : Base(x), b(x * x)
    {
    }
    Derived(double x, double y) : Derived(x)
    {
        b *= y;
    }
    using Base::Base;
    Derived() : Derived(0.5)
    {
    }
    double value() const override
    {
        return a * b;
    }
};

double by_value(Base b)
{
    return b.value();
}
Derived make(double x, double y)
{
    Derived d(x, y);
    if (y > 100)
        return Derived(y);
    return d;
}

double f(const double *x, int n)
{
    Derived d = make(x[0], x[1]);
    double sum = by_value(d) + d.value(); // sliced: the base's version
    Base b(x[2]);
    b = d;
    sum *= b.value();
    Derived *many = new Derived[3];
    for (int i = 0; i < 3; i++)
        many[i].b = x[i], static_cast<Base &>(many[i]) = b;
    for (int i = 0; i < 3; i++)
        sum += static_cast<const Base *>(&many[i])->value();
    delete[] many;
    alignas(Derived) unsigned char room[sizeof(Derived)];
    Base *placed = new (room) Derived(std::move(d));
    sum *= placed->value();
    placed->~Base();
    return sum;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
