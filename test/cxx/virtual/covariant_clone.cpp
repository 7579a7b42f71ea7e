// A covariant clone() and a visitor: double dispatch over a tree on the heap.
#include "oracle.h"

namespace
{
struct Constant;
struct Sum;
struct Times;
struct Visitor {
    virtual void on(Constant &) = 0;
    virtual void on(Sum &) = 0;
    virtual void on(Times &) = 0;

  protected:
    ~Visitor() = default;
};
struct Expr {
    virtual ~Expr() = default;
    virtual Expr *clone() const = 0;
    virtual void accept(Visitor &v) = 0;
};
struct Constant : Expr {
    double c;
    explicit Constant(double c) : c(c)
    {
    }
    Constant *clone() const override
    {
        return new Constant(*this);
    }
    void accept(Visitor &v) override
    {
        v.on(*this);
    }
};
struct Pair : Expr {
    Expr *a, *b;
    Pair(Expr *a, Expr *b) : a(a), b(b)
    {
    }
    ~Pair() override
    {
        delete a;
        delete b;
    }
};
struct Sum : Pair {
    using Pair::Pair;
    Sum *clone() const override
    {
        return new Sum(a->clone(), b->clone());
    }
    void accept(Visitor &v) override
    {
        v.on(*this);
    }
};
struct Times : Pair {
    using Pair::Pair;
    Times *clone() const override
    {
        return new Times(a->clone(), b->clone());
    }
    void accept(Visitor &v) override
    {
        v.on(*this);
    }
};
struct Evaluate : Visitor {
    double result = 0;
    double of(Expr *e)
    {
        e->accept(*this);
        return result;
    }
    void on(Constant &c) override
    {
        result = c.c;
    }
    void on(Sum &s) override
    {
        double a = of(s.a);
        result = a + of(s.b);
    }
    void on(Times &t) override
    {
        double a = of(t.a);
        result = a * of(t.b);
    }
};

double f(const double *x, int n)
{
    Expr *e = new Constant(x[0]);
    for (int i = 1; i < n; i++) {
        Expr *leaf = new Constant(x[i]);
        if (i % 2)
            e = new Times(e, leaf);
        else
            e = new Sum(leaf, e);
    }
    Expr *copy = e->clone();
    Evaluate v;
    double r = v.of(e) * v.of(copy);
    delete copy;
    delete e;
    return r;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 1.25};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
