// A search tree of unique_ptr whose root is exchanged: pointers that travel as integers meet on
// their way.
#include "oracle.h"
#include <memory>

namespace
{
struct Tree {
    double key;
    std::unique_ptr<Tree> left, right;
    explicit Tree(double k) : key(k)
    {
    }
};

void insert(std::unique_ptr<Tree> &t, double key)
{
    if (!t)
        t = std::make_unique<Tree>(key);
    else
        insert(key < t->key ? t->left : t->right, key);
}

std::unique_ptr<Tree> rotate(std::unique_ptr<Tree> t)
{
    if (!t || !t->left)
        return t;
    auto left = std::move(t->left);
    t->left = std::move(left->right);
    left->right = std::move(t);
    return left;
}

double walk(const Tree *t, double &state)
{
    if (!t)
        return 0;
    double sum = walk(t->left.get(), state);
    state = state * 0.9 + t->key * sum;
    return sum + t->key * t->key + walk(t->right.get(), state);
}

double f(const double *x, int n)
{
    std::unique_ptr<Tree> t;
    for (int i = 0; i < n; i++)
        insert(t, x[i] * x[(i + 2) % n]);
    t = rotate(std::move(t));
    double state = 0.5, sum = walk(t.get(), state);
    return sum * state + sum;
}
} // namespace

int main()
{
    double x[7];
    oracle_random(x, 7, 5);
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
