// Trees of unique_ptr, graphs of indices and of raw pointers, Dijkstra with a priority queue of
// numbers.
#include "oracle.h"
#include <cmath>
#include <limits>
#include <memory>
#include <queue>
#include <set>
#include <utility>
#include <vector>
struct Tree {
    double key;
    std::unique_ptr<Tree> l, r;
    explicit Tree(double k) : key(k)
    {
    }
};
static void insert(std::unique_ptr<Tree> &t, double k)
{
    if (!t)
        t = std::make_unique<Tree>(k);
    else
        insert(k < t->key ? t->l : t->r, k);
}
static std::unique_ptr<Tree> rotate(std::unique_ptr<Tree> t)
{
    if (!t || !t->l)
        return t;
    auto l = std::move(t->l);
    t->l = std::move(l->r);
    l->r = std::move(t);
    return l;
}
static double walk(const Tree *t, double &acc)
{
    if (!t)
        return 0;
    double a = walk(t->l.get(), acc);
    acc = acc * 0.9 + t->key * a;
    return a + t->key * t->key + walk(t->r.get(), acc);
}
static double f(const double *x, int n)
{
    std::unique_ptr<Tree> t;
    for (int i = 0; i < n; i++)
        insert(t, x[i] * x[(i + 2) % n]);
    t = rotate(std::move(t));
    double acc = 0, s = walk(t.get(), acc);
    return s * acc + s;
}
struct Edge {
    int to;
    double w;
};
static double dijkstra(const double *x, int n)
{
    std::vector<std::vector<Edge>> g(n);
    for (int i = 0; i < n; i++) {
        g[i].push_back({(i + 1) % n, x[i] * x[i] + 0.1});
        g[i].push_back({(i + 3) % n, std::exp(x[i])});
    }
    std::vector<double> d(n, std::numeric_limits<double>::infinity());
    using Q = std::pair<double, int>;
    std::priority_queue<Q, std::vector<Q>, std::greater<>> q;
    d[0] = 0;
    q.push({0.0, 0});
    while (!q.empty()) {
        auto [c, u] = q.top();
        q.pop();
        if (c > d[u])
            continue;
        for (auto &e : g[u])
            if (c + e.w < d[e.to]) {
                d[e.to] = c + e.w;
                q.push({d[e.to], e.to});
            }
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += d[i] * d[i];
    return s;
}
static double heap(const double *x, int n)
{
    std::priority_queue<double> q;
    for (int i = 0; i < n; i++)
        q.push(x[i] * x[i]);
    double s = 0;
    while (q.size() > 1) {
        double a = q.top();
        q.pop();
        double b = q.top();
        q.pop();
        q.push(a * 0.5 + b);
        s += a * b;
    }
    std::multiset<double> m(x, x + n);
    for (double v : m)
        s = s * v + 1;
    return s;
}
struct Node {
    double v;
    std::vector<Node *> next;
};
static double graph(const double *x, int n)
{
    std::vector<std::unique_ptr<Node>> nodes;
    for (int i = 0; i < n; i++)
        nodes.push_back(std::make_unique<Node>(Node{x[i], {}}));
    for (int i = 0; i < n; i++)
        for (int j = 1; j < 3; j++)
            nodes[i]->next.push_back(nodes[(i * 2 + j) % n].get());
    for (int k = 0; k < 3; k++)
        for (auto &p : nodes)
            for (Node *q : p->next)
                q->v = q->v * 0.7 + std::sin(p->v) * 0.3;
    double s = 0;
    for (auto &p : nodes)
        s += p->v * p->v;
    return s;
}
int main()
{
    double x[7];
    oracle_random(x, 7, 5);
    ORACLE_GRADIENT(f, x, 7);
    ORACLE_GRADIENT(dijkstra, x, 7);
    ORACLE_GRADIENT(heap, x, 7);
    ORACLE_GRADIENT(graph, x, 7);
    return oracle_result();
}
