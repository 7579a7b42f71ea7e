// std::function objects, which keep small closures in the words of a pointer, change places: in a
// vector that loses and gains elements, and in structs that are sorted.
#include "oracle.h"
#include <algorithm>
#include <deque>
#include <functional>
#include <vector>

using term = std::function<double(double)>;

static double erased(const double *x, int n)
{
    std::vector<term> terms;
    for (int i = 0; i < n; i++) {
        double a = x[i] * x[i];
        terms.push_back([a](double t) { return a * t; });
        terms.push_back([a, i](double t) { return a * t * t + i; });
    }
    terms.erase(terms.begin() + 1);
    terms.insert(terms.begin(), [](double t) { return t; });
    std::rotate(terms.begin(), terms.begin() + 1, terms.end());
    double sum = 0, weight = 1;
    for (const term &f : terms)
        sum += weight++ * f(x[0]);
    return sum;
}

struct layer {
    double order;
    term apply;
};

static double sorted(const double *x, int n)
{
    std::vector<layer> layers;
    for (int i = 0; i < n; i++) {
        double w = x[i];
        layers.push_back({x[i], [w](double t) { return w * t + 1; }});
        layers.push_back({-x[i], [w](double t) { return t - w * w; }});
    }
    std::sort(layers.begin(), layers.end(),
              [](const layer &a, const layer &b) { return a.order < b.order; });
    double value = x[0];
    for (const layer &l : layers)
        value = l.apply(value);
    return value;
}

static double queued(const double *x, int n)
{
    std::deque<term> pending;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double a = x[i];
        pending.push_back([a](double t) { return t * a; });
        if (i % 2)
            std::swap(pending.front(), pending.back());
    }
    while (!pending.empty()) {
        term next = std::move(pending.front());
        pending.pop_front();
        sum += next(x[0] + (double)pending.size());
    }
    return sum;
}

int main()
{
    const double x[] = {1.25, -0.5, 0.75};
    ORACLE_GRADIENT(erased, x, 3);
    ORACLE_GRADIENT(sorted, x, 3);
    ORACLE_GRADIENT(queued, x, 3);
    return oracle_result();
}
