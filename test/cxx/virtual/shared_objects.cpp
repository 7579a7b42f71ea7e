// shared_ptr and weak_ptr to polymorphic objects in a graph, with enable_shared_from_this and a
// custom deleter.
#include "oracle.h"
#include <memory>
#include <vector>

namespace
{
struct Node : std::enable_shared_from_this<Node> {
    std::vector<std::shared_ptr<Node>> inputs;
    std::weak_ptr<Node> user;
    virtual ~Node() = default;
    virtual double eval() const = 0;
    std::shared_ptr<Node> feed(const std::shared_ptr<Node> &n)
    {
        n->user = weak_from_this();
        inputs.push_back(n);
        return shared_from_this();
    }
};
struct Input : Node {
    double v;
    explicit Input(double v) : v(v)
    {
    }
    double eval() const override
    {
        return user.expired() ? 0 : v;
    }
};
struct Mul : Node {
    double eval() const override
    {
        double r = 1;
        for (const auto &i : inputs)
            r *= i->eval();
        return r;
    }
};
struct Add : Node {
    double bias;
    explicit Add(double b) : bias(b)
    {
    }
    double eval() const override
    {
        double r = bias;
        for (const auto &i : inputs)
            r += i->eval();
        return r;
    }
};

double f(const double *x, int n)
{
    auto a = std::make_shared<Input>(x[0]);
    std::shared_ptr<Node> b(new Input(x[1]), [](Node *p) { delete p; });
    auto mul = std::make_shared<Mul>(), square = std::make_shared<Mul>();
    auto add = std::make_shared<Add>(x[2]);
    mul->feed(a)->feed(b);
    add->feed(mul)->feed(a);
    square->feed(add)->feed(add);
    return square->eval();
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
