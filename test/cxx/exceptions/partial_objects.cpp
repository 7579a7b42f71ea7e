// Objects, arrays and containers of which an exception leaves a part: what exists is destroyed,
// with effects on active data.
#include "oracle.h"
#include <array>
#include <cmath>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <variant>
#include <vector>

struct Limit {
    double over;
    int at;
};

struct Cell {
    double v;
    double *sink;
    static int count;
    Cell(double a, double *s) : v(a * a), sink(s)
    {
        if (v > 1.3)
            throw Limit{v, count};
        count++;
    }
    Cell(const Cell &o) : v(o.v * 1.1), sink(o.sink)
    {
        if (v > 1.25)
            throw Limit{v * o.v, count};
        count++;
    }
    Cell &operator=(const Cell &) = default;
    ~Cell()
    {
        *sink += 0.25 * v;
        count--;
    }
};
int Cell::count;

static double arrays(const double *x, int n)
{
    double sink = 0.1, sum = 0;
    for (int i = 0; i + 2 < n; i++)
        try {
            Cell local[3] = {{x[i], &sink}, {x[i + 1], &sink}, {x[i + 2], &sink}};
            std::unique_ptr<Cell[]> heap(
                new Cell[2]{{local[0].v, &sink}, {local[2].v + 0.3, &sink}});
            sum += heap[0].v * local[1].v + heap[1].v;
        } catch (const Limit &l) {
            sum += l.over * sink * (l.at + 1);
        }
    return sum * sink;
}

static double growth(const double *x, int n)
{
    double sink = 0.1, sum = 0;
    std::vector<Cell> v;
    for (int i = 0; i < n; i++)
        try {
            v.emplace_back(x[i], &sink);
            sum += v.back().v;
        } catch (Limit &l) {
            sum += l.over * v.size();
        }
    try {
        std::vector<Cell> w(v);
        for (Cell &c : w)
            sum += c.v * sink;
    } catch (const Limit &l) {
        sum += l.over + sink;
    }
    return sum;
}

static double variants(const double *x, int n)
{
    double sink = 0.2, sum = 0;
    std::variant<double, Cell> one = x[0];
    std::optional<Cell> other;
    for (int i = 0; i < n; i++) {
        try {
            one.emplace<Cell>(x[i], &sink);
            other.emplace(std::get<Cell>(one));
        } catch (const Limit &l) {
            sum += l.over * (one.valueless_by_exception() ? 2 : 3) + (other ? other->v : x[i]);
            one = x[i] * sink;
        }
        sum += std::holds_alternative<double>(one) ? std::get<double>(one)
                                                   : std::get<Cell>(one).v * sink;
    }
    return sum;
}

static double nodes(const double *x, int n)
{
    double sink = 0.2, sum = 0;
    std::map<int, Cell> by_number;
    std::list<Cell> order;
    for (int i = 0; i < 2 * n; i++)
        try {
            auto it = by_number.try_emplace(i % n, x[(i * 3) % n], &sink).first;
            order.push_front(it->second);
            sum += order.front().v * (i + 1);
        } catch (const Limit &l) {
            order.remove_if([&](const Cell &c) { return c.v < 0.5 * l.over; });
            sum += l.over * order.size();
        }
    for (auto &e : by_number)
        sum += e.second.v * sink;
    return sum;
}

// One handler for all, called from catch (...).
static double handled(double scale)
{
    try {
        throw;
    } catch (const Limit &l) {
        return l.over * scale;
    } catch (const std::unique_ptr<double> &p) {
        return *p * scale * scale;
    } catch (double d) {
        return d - scale;
    }
}

static double control(const double *x, int n)
{
    double sum = 0, sink = 1;
    for (int i = 0; i < 3 * n; i++) {
        double v = x[i % n];
        try {
            try {
                switch (i % 5) {
                case 0: throw Limit{v * sum, i};
                case 1: throw std::make_unique<double>(v * v);
                case 2: throw v * 3;
                case 3: continue;
                default:
                    if (v > 1.1)
                        goto next;
                    sum += Cell(v, &sink).v;
                }
            } catch (...) {
                Cell guard(v * 0.5, &sink);
                sum += handled(v + sink);
                if (sum > 12)
                    return sum * sink;
                if (i % 3 == 0)
                    throw Limit{sum, i};
            }
        } catch (const Limit &l) {
            sum = 0.5 * l.over;
        }
        continue;
    next:
        sum += sink * v;
    }
    return sum;
}

struct Both : Cell {
    std::array<Cell, 2> more;
    Both(double a, double b, double *s) : Cell(a, s), more{{{b, s}, {a * b, s}}}
    {
    }
};

static double bases(const double *x, int n)
{
    double sink = 0.3, sum = 0;
    for (int i = 0; i < n; i++) {
        std::shared_ptr<Cell> p;
        try {
            p = std::make_shared<Cell>(x[i], &sink);
            p = std::make_shared<Both>(x[i], x[n - 1 - i], &sink);
            sum += static_cast<Both &>(*p).more[1].v;
        } catch (const Limit &l) {
            sum += l.over + (p ? p->v : sink);
        }
    }
    return sum + sink;
}

int main()
{
    const double x[6] = {0.9, 1.2, 1.07, 0.4, 0.7, 1.12};
    ORACLE_GRADIENT(arrays, x, 6);
    ORACLE_GRADIENT(growth, x, 6);
    ORACLE_GRADIENT(variants, x, 6);
    ORACLE_GRADIENT(nodes, x, 6);
    ORACLE_GRADIENT(control, x, 6);
    ORACLE_GRADIENT(bases, x, 6);
    CHECK_THAT(Cell::count == 0);
    return oracle_result();
}
