// dynamic_cast and typeid decide inside differentiated code.
#include "oracle.h"
#include <typeinfo>

namespace
{
struct Node {
    virtual ~Node() = default;
    virtual double eval(double x) const = 0;
};
struct Leaf : Node {
    double c;
    explicit Leaf(double c) : c(c)
    {
    }
    double eval(double x) const override
    {
        return c * x;
    }
};
struct Product : Node {
    const Node *a, *b;
    Product(const Node *a, const Node *b) : a(a), b(b)
    {
    }
    double eval(double x) const override
    {
        return a->eval(x) * b->eval(x);
    }
};

double weight(const Node *n)
{
    if (auto *l = dynamic_cast<const Leaf *>(n))
        return l->c;
    if (typeid(*n) == typeid(Product)) {
        auto &p = dynamic_cast<const Product &>(*n);
        return 1 + weight(p.a) * weight(p.b);
    }
    return 0;
}

double f(const double *x, int n)
{
    Leaf a(x[0]), b(x[1]);
    Product p(&a, &b), q(&p, &a);
    const Node *all[] = {&a, &b, &p, &q};
    double sum = 0;
    for (const Node *each : all)
        sum += each->eval(x[2]) * weight(each);
    return sum;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
