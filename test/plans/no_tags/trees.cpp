// Trees with an array of children between numbers. One is filled through a reference to where the
// new node belongs, which is the root, a variable, or a child of a node; the child is chosen by one
// comparison, or by the bits of two. A variable that is one pointer ends there, as the array does.
#include "oracle.h"

namespace
{

template <int children> struct Node {
    double key, value;
    Node *child[children];
    int size;
    double sum;
};

template <int children> Node<children> *made(double key)
{
    auto *n = new Node<children>;
    n->key = key;
    n->value = key * key;
    for (auto &c : n->child)
        c = nullptr;
    n->size = 1;
    n->sum = 0;
    return n;
}

int side(const Node<2> *n, double key)
{
    return key > n->key;
}

int side(const Node<4> *n, double key)
{
    return (key > n->key) | (key > 0.5) << 1;
}

template <int children> void insert(Node<children> *&at, double key)
{
    if (!at) {
        at = made<children>(key);
        return;
    }
    at->size++;
    at->value += 0.01 * key;
    insert(at->child[side(at, key)], key);
}

template <int children> double sum(Node<children> *n)
{
    if (!n)
        return 0;
    double product = 0.5;
    for (auto *c : n->child)
        product *= 1 + sum(c);
    n->sum = n->value + product / n->size;
    return n->sum;
}

template <int children> void remove(Node<children> *n)
{
    if (!n)
        return;
    for (auto *c : n->child)
        remove(c);
    delete n;
}

template <int children> double weigh(const double *x, int n)
{
    Node<children> *root = nullptr;
    for (int i = 0; i < n; i++)
        insert(root, x[i]);
    double s = sum(root);
    remove(root);
    return s;
}

double binary(const double *x, int n)
{
    return weigh<2>(x, n);
}

double quad(const double *x, int n)
{
    return weigh<4>(x, n);
}

} // namespace

int main()
{
    const double x[7] = {0.52, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3};

    ORACLE_GRADIENT(binary, x, 7);
    ORACLE_GRADIENT(quad, x, 7);
    return oracle_result();
}
