// A computation graph of shared nodes, evaluated with a memo; shortest paths with a priority queue
// of numbers and Viterbi over strings.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

struct Expr;
using Ref = std::shared_ptr<const Expr>;
struct Expr {
    std::function<double(const std::vector<double> &)> rule;
    std::vector<Ref> inputs;
};
static Ref node(std::function<double(const std::vector<double> &)> rule,
                std::vector<Ref> inputs = {})
{
    return std::make_shared<Expr>(Expr{std::move(rule), std::move(inputs)});
}
static Ref operator+(Ref a, Ref b)
{
    return node([](const auto &v) { return v[0] + v[1]; }, {a, b});
}
static Ref operator*(Ref a, Ref b)
{
    return node([](const auto &v) { return v[0] * v[1]; }, {std::move(a), std::move(b)});
}
static Ref sine(Ref a)
{
    return node([](const auto &v) { return std::sin(v[0]); }, {a});
}

static double evaluate(const Ref &e, std::unordered_map<const Expr *, double> &memo)
{
    if (auto found = memo.find(e.get()); found != memo.end())
        return found->second;
    std::vector<double> in;
    for (const auto &i : e->inputs)
        in.push_back(evaluate(i, memo));
    return memo[e.get()] = e->rule(in);
}

static double graph(const double *x, int n)
{
    std::vector<Ref> level;
    for (int i = 0; i < n; i++)
        level.push_back(node([v = x[i]](const auto &) { return v; }));
    while (level.size() > 1) {
        std::vector<Ref> next;
        for (size_t i = 0; i + 1 < level.size(); i += 2)
            next.push_back(sine(level[i]) * level[i + 1] + level[i] * level[i]);
        if (level.size() % 2)
            next.push_back(level.back());
        level.swap(next);
    }
    std::unordered_map<const Expr *, double> memo;
    return evaluate(level[0], memo);
}

static double shortest(const double *x, int n)
{
    struct Edge {
        int to;
        double length;
    };
    std::vector<std::vector<Edge>> edges(n);
    for (int i = 0; i < n; i++)
        for (int step : {1, 2, 3})
            if (i + step < n)
                edges[i].push_back({i + step, step * (1.2 + x[i] * x[i + step])});
    std::vector<double> distance(n, std::numeric_limits<double>::infinity());
    std::vector<int> previous(n, -1);
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distance[0] = 0;
    queue.emplace(0.0, 0);
    while (!queue.empty()) {
        auto [d, at] = queue.top();
        queue.pop();
        if (d > distance[at])
            continue;
        for (const auto &[to, length] : edges[at])
            if (d + length < distance[to]) {
                distance[to] = d + length;
                previous[to] = at;
                queue.emplace(distance[to], to);
            }
    }
    return distance[n - 1] * distance[n - 1];
}

static double viterbi(const double *x, int n)
{
    const std::string states = "abc", seen = "caabbc";
    std::unordered_map<char, std::unordered_map<char, double>> step;
    int k = 0;
    for (char s : states)
        for (char t : states)
            step[s][t] = -std::exp(x[k++ % n]);
    std::unordered_map<char, double> best{{'a', 0.0}, {'b', -1.0}, {'c', -0.5}};
    std::string path;
    for (char o : seen) {
        std::unordered_map<char, double> next;
        for (char t : states) {
            auto value = [&](char s) {
                return best.at(s) + step.at(s).at(t) -
                       (t == o ? 0 : 0.7 * best.at(s) * best.at(s) * 0.1);
            };
            char s = *std::max_element(states.begin(), states.end(),
                                       [&](char a, char b) { return value(a) < value(b); });
            next.emplace(t, value(s));
        }
        best = std::move(next);
    }
    double sum = 0;
    for (char s : states)
        sum += std::exp(0.1 * best[s]);
    return std::log(sum);
}

static double ordered(const double *x, int n)
{
    std::multiset<double> window;
    std::set<std::tuple<double, std::string>> names;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        window.insert(x[i] * x[i] + 0.3 * x[(i + 1) % n]);
        names.emplace(x[i], "n" + std::to_string(i));
        if (window.size() > 3)
            window.erase(window.begin());
        sum += *std::next(window.begin(), window.size() / 2) * (i + 1);
    }
    for (const auto &[v, name] : names)
        sum += v * v * static_cast<double>(name.size() + name[1] % 5);
    return sum;
}

int main()
{
    double x[9];
    oracle_random(x, 9, 11);
    ORACLE_GRADIENT(graph, x, 9);
    ORACLE_GRADIENT(shortest, x, 9);
    ORACLE_GRADIENT(viterbi, x, 9);
    ORACLE_GRADIENT(ordered, x, 9);
    return oracle_result();
}
