// Events in a queue, observers that hold weak references, a simulation with a clock.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <string>
#include <vector>

struct Event {
    double time;
    std::function<void(double)> act;
    bool operator<(const Event &o) const
    {
        return time > o.time;
    }
};
struct Sim {
    std::priority_queue<Event> q;
    double now = 0;
    void at(double t, std::function<void(double)> f)
    {
        q.push({t, std::move(f)});
    }
    void run(double end)
    {
        while (!q.empty() && q.top().time < end) {
            Event e = q.top();
            q.pop();
            now = e.time;
            e.act(now);
        }
    }
};
static double f(const double *x, int)
{
    Sim s;
    double level = x[0];
    std::vector<double> log;
    std::function<void(double)> fill = [&](double t) {
        level += x[1] * std::exp(-t * 0.1);
        log.push_back(level);
        s.at(t + 0.5 + x[2] * x[2] * 0.1, fill);
    };
    std::function<void(double)> leak = [&](double t) {
        level *= 0.9;
        log.push_back(level * t);
        s.at(t + 0.7, leak);
    };
    s.at(0.1, fill);
    s.at(0.3 + 0.05 * x[2], leak);
    s.run(4);
    return std::accumulate(log.begin(), log.end(), 0.0) + s.now * level;
}
struct Subject;
struct Observer {
    std::weak_ptr<Subject> of;
    double seen = 0;
    void notify(double v)
    {
        seen = seen * 0.5 + v * v;
    }
};
struct Subject : std::enable_shared_from_this<Subject> {
    std::list<std::shared_ptr<Observer>> obs;
    double v = 0;
    void set(double n)
    {
        v = n;
        for (auto &o : obs)
            o->notify(v);
    }
};
static double g(const double *x, int n)
{
    auto s = std::make_shared<Subject>();
    for (int i = 0; i < 3; i++) {
        auto o = std::make_shared<Observer>();
        o->of = s->weak_from_this();
        s->obs.push_back(o);
    }
    for (int i = 0; i < n; i++) {
        s->set(x[i]);
        if (i == 1)
            s->obs.pop_front();
    }
    double r = 0;
    for (auto &o : s->obs)
        if (auto p = o->of.lock())
            r += o->seen * p->v;
    return r;
}
static double h(const double *x, int n)
{
    std::multimap<std::string, double> m;
    const char *names[] = {"b", "a", "c"};
    for (int i = 0; i < n; i++)
        m.emplace(names[i % 3], x[i] * x[i]);
    double s = 0;
    for (auto it = m.begin(); it != m.end();) {
        auto r = m.equal_range(it->first);
        s = s * 0.5 + std::accumulate(r.first, r.second, 1.0,
                                      [](double a, auto &kv) { return a * kv.second; });
        it = r.second;
    }
    std::vector<double> out;
    std::transform(m.rbegin(), m.rend(), std::back_inserter(out),
                   [](auto &kv) { return std::sqrt(kv.second + 1); });
    std::set<double, std::greater<>> st(out.begin(), out.end());
    auto node = st.extract(st.begin());
    node.value() *= 0.1 * x[0] * x[0];
    st.insert(std::move(node));
    for (double v : st)
        s = s * v + 1;
    return s;
}
int main()
{
    double x[5] = {0.4, 1.2, -0.7, 0.9, 0.3};
    ORACLE_GRADIENT(f, x, 5);
    ORACLE_GRADIENT(g, x, 5);
    ORACLE_GRADIENT(h, x, 5);
    return oracle_result();
}
