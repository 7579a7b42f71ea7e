// Programs of C++ with regions: containers of points, iterators, lambdas that hold references,
// reductions over classes, members as bounds, exceptions that stay inside.
#include "../../programs/openmp/teams.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace
{
constexpr int N = 18;

struct Point {
    double x, y, z;
    Point operator+(const Point &o) const
    {
        return {x + o.x, y + o.y, z + o.z};
    }
    Point operator*(double by) const
    {
        return {x * by, y * by, z * by};
    }
    Point &operator+=(const Point &o)
    {
        return *this = *this + o;
    }
    double norm() const
    {
        return x * x + y * y + z * z;
    }
};
#pragma omp declare reduction(+ : Point : omp_out += omp_in) initializer(omp_priv = Point{0, 0, 0})

double centre(const double *x, int n)
{
    std::vector<Point> points;
    for (int i = 0; i + 2 < n; i += 3)
        points.push_back({x[i], x[i + 1], x[i + 2]});
    Point sum{0, 0, 0};
#pragma omp parallel for reduction(+ : sum)
    for (std::size_t i = 0; i < points.size(); i++)
        sum += points[i] * (1 + points[i].norm());
    return sum.norm();
}

double iterated(const double *x, int n)
{
    std::vector<double> v(x, x + n), w(v.size());
#pragma omp parallel for
    for (auto p = v.begin(); p < v.end(); ++p)
        w[static_cast<std::size_t>(p - v.begin())] = *p * std::sin(*p);
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (auto &e : w)
        s += e * e;
    return s;
}

class Grid
{
  public:
    Grid(const double *x, int n) : cells(x, x + n), fluxes(x, x + n)
    {
    }
    void advance(double dt)
    {
        const int last = static_cast<int>(cells.size()) - 1;
#pragma omp parallel for schedule(static)
        for (int i = 1; i < last; i++)
            fluxes[i] = cells[i - 1] - 2 * cells[i] + cells[i + 1] * cells[i];
#pragma omp parallel for schedule(static)
        for (int i = 1; i < last; i++)
            cells[i] += dt * fluxes[i];
    }
    double energy() const
    {
        double s = 0;
#pragma omp parallel for reduction(+ : s)
        for (std::size_t i = 0; i < cells.size(); i++)
            s += cells[i] * cells[i];
        return s;
    }

  private:
    std::vector<double> cells, fluxes;
};

double grid(const double *x, int n)
{
    Grid g(x, n);
    for (int step = 0; step < 4; step++)
        g.advance(0.1);
    return g.energy();
}

template <class F> void for_all(int n, F f)
{
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < n; i++)
        f(i);
}

double lambdas(const double *x, int n)
{
    std::array<double, N> y{};
    double scale = x[0] * x[1];
    for_all(n, [&](int i) { y[i] = scale * x[i] * x[i]; });
    for_all(n, [&y, n](int i) { y[i] += i + 1 < n ? std::cos(y[i]) : 0; });
    return std::accumulate(y.begin(), y.end(), 0.0);
}

// Each thread has rows of its own.
double rows(const double *x, int n)
{
    std::vector<std::vector<double>> a(6, std::vector<double>(3));
    double s = 0;
#pragma omp parallel
    {
        std::vector<double> own(3, 1.0);
#pragma omp for
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 3; j++) {
                own[j] = x[(3 * i + j) % n] * x[j];
                a[i][j] = own[j] * own[j];
            }
    }
    for (const auto &row : a)
        s += row[0] * row[1] + row[2];
    return s;
}

double caught(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        try {
            if (i % 4 == 1)
                throw x[i] * 2;
            s += x[i] * x[i];
        } catch (double by) {
            s += by * by * x[i];
        }
    }
    return s;
}

struct Node {
    double value;
    std::unique_ptr<Node> left, right;
};

std::unique_ptr<Node> build(const double *x, int n)
{
    if (n == 0)
        return nullptr;
    auto node = std::make_unique<Node>();
    node->value = x[n / 2];
#pragma omp task shared(node) if (n > 4)
    node->left = build(x, n / 2);
    node->right = build(x + n / 2 + 1, n - n / 2 - 1);
#pragma omp taskwait
    return node;
}

double fold(const Node *node)
{
    if (!node)
        return 1;
    double left, right;
#pragma omp task shared(left)
    left = fold(node->left.get());
    right = fold(node->right.get());
#pragma omp taskwait
    return left * 0.5 + std::sin(right) * node->value;
}

double tree(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
#pragma omp single
    {
        auto root = build(x, n);
        s = fold(root.get());
    }
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 17);
    FOR_TEAMS(ORACLE_GRADIENT(centre, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(iterated, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(grid, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(lambdas, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(rows, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(caught, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(tree, x, N));
    return oracle_result();
}
