// An expression tree of unique_ptr, built and evaluated by recursion.
#include "oracle.h"
#include <cmath>
#include <memory>

namespace
{
struct Node {
    char op;
    double value;
    std::unique_ptr<Node> left, right;
};

std::unique_ptr<Node> build(const double *x, int low, int high)
{
    auto node = std::make_unique<Node>();
    node->op = high - low == 1 ? 'v' : (high - low) % 2 ? '*' : '+';
    if (node->op == 'v') {
        node->value = x[low];
        return node;
    }
    node->left = build(x, low, (low + high) / 2);
    node->right = build(x, (low + high) / 2, high);
    return node;
}

double evaluate(const Node *n)
{
    switch (n->op) {
    case 'v': return std::sin(n->value);
    case '*': return evaluate(n->left.get()) * evaluate(n->right.get());
    default: return evaluate(n->left.get()) + evaluate(n->right.get());
    }
}

double f(const double *x, int n)
{
    return evaluate(build(x, 0, n).get());
}
} // namespace

int main()
{
    double x[11];
    oracle_random(x, 11, 4);
    ORACLE_GRADIENT(f, x, 11);
    return oracle_result();
}
