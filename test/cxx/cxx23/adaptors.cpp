// stack, queue, priority_queue, forward_list, list::splice, deque in the middle, structured
// bindings of tuples and maps.
#include "oracle.h"
#include <cmath>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <queue>
#include <stack>
#include <tuple>
#include <vector>

namespace
{
std::tuple<double, int, std::vector<double>> parts(double x, int n)
{
    return {x * x, n, std::vector<double>(static_cast<std::size_t>(n), x)};
}

double f(const double *x, int n)
{
    std::stack<double> rpn;
    std::queue<double> fifo;
    auto less = [](const std::pair<double, int> &a, const std::pair<double, int> &b) {
        return a.first < b.first;
    };
    std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, decltype(less)>
        heap(less);
    std::forward_list<double> chain;
    std::list<double> a, b;
    std::deque<double> d;
    for (int i = 0; i < n; i++) {
        rpn.push(x[i]);
        fifo.emplace(x[i] * x[0]);
        heap.push({x[i] * x[i], i});
        chain.push_front(x[i]);
        (i % 2 ? a : b).push_back(x[i]);
        i % 2 ? d.push_back(x[i]) : d.push_front(x[i]);
    }
    while (rpn.size() > 1) {
        double r = rpn.top();
        rpn.pop();
        rpn.top() = std::sin(rpn.top()) * r + fifo.front();
        fifo.pop();
    }
    double s = rpn.top();
    for (int k = 1; !heap.empty(); heap.pop())
        s += heap.top().first * k++;
    chain.reverse();
    chain.remove_if([](double v) { return v < 0; });
    a.splice(++a.begin(), b, b.begin(), b.end());
    double weight = 1;
    for (double v : a)
        s += v * (weight *= 1.1);
    for (double v : chain)
        s += v / weight++;
    d.insert(d.begin() + 2, x[1] * x[2]);
    d.erase(d.end() - 2);
    for (std::size_t i = 0; i < d.size(); i++)
        s += d[i] * static_cast<double>(i);
    auto [square, count, copies] = parts(x[1], 3);
    std::map<int, double> m{{2, square}, {1, copies[2] * count}};
    for (auto &[key, value] : m)
        s += key * value;
    return s;
}
} // namespace

int main()
{
    double x[6] = {0.5, 1.5, -1, 2, -0.25, 0.75};
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
