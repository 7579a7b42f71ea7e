// Virtual calls of one hierarchy whose slots have functions of another, too, of objects with other
// members at the same places.
#include <cmath>
#include <memory>
#include <vector>
#include "oracle.h"

namespace
{
struct Shape {
    double size;
    explicit Shape(double s) : size(s)
    {
    }
    virtual double value(double a, int k) const = 0;
    virtual void step(double a) = 0;
    virtual Shape *clone() const = 0;
    virtual ~Shape()
    {
    }
};
struct Round : Shape {
    double radius;
    Round(double s, double r) : Shape(s), radius(r)
    {
    }
    double value(double a, int k) const override
    {
        return k * a * radius + size;
    }
    void step(double a) override
    {
        size += std::sin(a) * radius;
    }
    Round *clone() const override
    {
        return new Round(*this);
    }
};
struct Rounder : Round {
    Rounder(double s) : Round(s, s * s)
    {
    }
    double value(double a, int k) const override
    {
        return Round::value(a, k + 1) * radius;
    }
    Rounder *clone() const override
    {
        return new Rounder(*this);
    }
};

// The same slots: numbers, a vector and floats where shapes have numbers.
struct Table {
    std::vector<double> rows;
    explicit Table(int n) : rows(n)
    {
    }
    virtual double value(double a, int k) const
    {
        return rows[k % rows.size()] * a;
    }
    virtual void step(double a)
    {
        rows.front() += a;
    }
    virtual Table *clone() const
    {
        return new Table(*this);
    }
    virtual ~Table()
    {
    }
};
struct Cells : Table {
    float low, high;
    Cells(int n, float a) : Table(n), low(a), high(2 * a)
    {
    }
    double value(double a, int k) const override
    {
        return Table::value(a, k) * low + high;
    }
    void step(double a) override
    {
        high += low * static_cast<float>(a);
        rows.push_back(a);
    }
    Cells *clone() const override
    {
        return new Cells(*this);
    }
};
struct Small {
    float left, right;
    int count;
    Small(float a, int k) : left(a), right(a * a), count(k)
    {
    }
    virtual double value(double a, int k) const
    {
        return left * a + k;
    }
    virtual void step(double a)
    {
        right += left * static_cast<float>(a);
        count++;
    }
    virtual Small *clone() const
    {
        return new Small(*this);
    }
    virtual ~Small()
    {
    }
};

double shapes(const double *x, int n)
{
    Shape *s =
        n % 3 != 2 ? static_cast<Shape *>(new Rounder(std::sin(x[0]))) : new Round(x[0], x[1]);
    s->size = s->value(x[n - 1], n);
    s->step(x[1] * s->size);
    Shape *t = s->clone();
    delete s;
    t->step(x[2]);
    double r = t->value(x[1], 2) * t->size;
    delete t;
    return r;
}
double tables(const double *x, int n)
{
    Table *s = n % 3 != 2 ? new Cells(n, static_cast<float>(n)) : new Table(n);
    s->rows[1] = s->value(x[n - 1], n) + x[0] * x[1];
    s->step(x[1] * x[0]);
    Table *t = s->clone();
    delete s;
    t->step(x[2]);
    double r = t->value(x[1], 1) * t->rows[0];
    delete t;
    return r;
}
double small(const double *x, int n)
{
    std::unique_ptr<Small> s(new Small(static_cast<float>(n), 2));
    s->step(n);
    std::unique_ptr<Small> t(s->clone());
    t->step(1);
    return t->value(x[0] * x[1], n) * t->right * t->count;
}
double all(const double *x, int n)
{
    return shapes(x, n) * tables(x, n) + small(x, n) * x[1];
}
} // namespace

int main()
{
    const double x[] = {1.5, 0.5, -0.75, 0.25, 2};
    for (int n = 3; n <= 5; n++) {
        ORACLE_GRADIENT(shapes, x, n);
        ORACLE_GRADIENT(tables, x, n);
        ORACLE_GRADIENT(small, x, n);
        ORACLE_GRADIENT(all, x, n);
    }
    return oracle_result();
}
