// A small finite element solver: a mesh of elements behind an interface, assembly into a map of
// entries, conjugate gradients, a material law given as std::function, an exception where the
// element is turned inside out.
#include "oracle.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

template <class T, std::size_t N> using Vec = std::array<T, N>;
using Law = std::function<double(double)>;

class SparseMatrix
{
  public:
    explicit SparseMatrix(int n) : n(n)
    {
    }
    void add(int i, int j, double v)
    {
        entries[{i, j}] += v;
    }
    std::vector<double> operator*(const std::vector<double> &x) const
    {
        std::vector<double> y(n);
        for (const auto &[place, v] : entries)
            y[place.first] += v * x[place.second];
        return y;
    }

  private:
    int n;
    std::map<std::pair<int, int>, double> entries;
};

struct InsideOut : std::runtime_error {
    double area;
    explicit InsideOut(double a) : std::runtime_error("inside out"), area(a)
    {
    }
};

struct Element {
    virtual ~Element() = default;
    virtual void assemble(SparseMatrix &k, std::vector<double> &load,
                          const std::vector<Vec<double, 2>> &at, const Law &law) const = 0;
};

struct Triangle final : Element {
    std::array<int, 3> node;
    explicit Triangle(std::array<int, 3> n) : node(n)
    {
    }
    void assemble(SparseMatrix &k, std::vector<double> &load, const std::vector<Vec<double, 2>> &at,
                  const Law &law) const override
    {
        const auto &[p, q, r] = std::array{at[node[0]], at[node[1]], at[node[2]]};
        double area = 0.5 * ((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
        if (area <= 0)
            throw InsideOut(area);
        std::array<Vec<double, 2>, 3> g = {
            {{q[1] - r[1], r[0] - q[0]}, {r[1] - p[1], p[0] - r[0]}, {p[1] - q[1], q[0] - p[0]}}};
        double c = law((p[0] + q[0] + r[0]) / 3) / (4 * area);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                k.add(node[i], node[j],
                      c * std::inner_product(g[i].begin(), g[i].end(), g[j].begin(), 0.0) +
                          (i == j ? area / 3 : 0));
            load[node[i]] += area / 3;
        }
    }
};

static std::vector<double> solve(const SparseMatrix &a, const std::vector<double> &b)
{
    std::vector<double> x(b.size()), r(b), p(b);
    auto dot = [](const auto &u, const auto &v) {
        return std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
    };
    double rr = dot(r, r);
    for (size_t it = 0; it < 3 * b.size() && rr > 1e-28; it++) {
        auto ap = a * p;
        double alpha = rr / dot(p, ap);
        std::transform(x.begin(), x.end(), p.begin(), x.begin(),
                       [=](double u, double v) { return u + alpha * v; });
        std::transform(r.begin(), r.end(), ap.begin(), r.begin(),
                       [=](double u, double v) { return u - alpha * v; });
        double next = dot(r, r), beta = next / rr;
        std::transform(r.begin(), r.end(), p.begin(), p.begin(),
                       [=](double u, double v) { return u + beta * v; });
        rr = next;
    }
    return x;
}

static double compliance(const double *x, int n)
{
    constexpr int side = 3;
    std::vector<Vec<double, 2>> at;
    for (int i = 0; i < side * side; i++)
        at.push_back({i % side + 0.1 * x[(2 * i) % n], i / side + 0.1 * x[(2 * i + 1) % n]});
    std::vector<std::unique_ptr<Element>> mesh;
    for (int i = 0; i + 1 < side; i++)
        for (int j = 0; j + 1 < side; j++) {
            int a = i * side + j;
            mesh.push_back(std::make_unique<Triangle>(std::array{a, a + 1, a + side}));
            mesh.push_back(std::make_unique<Triangle>(std::array{a + 1, a + side + 1, a + side}));
        }
    mesh.push_back(std::make_unique<Triangle>(std::array{0, side, 1})); // inside out
    double stiffness = 1 + x[0] * x[0];
    Law law = [stiffness, x](double at) { return stiffness + 0.2 * std::sin(at + x[1]); };
    SparseMatrix k(side * side);
    std::vector<double> load(side * side);
    double penalty = 0;
    for (const auto &e : mesh) {
        try {
            e->assemble(k, load, at, law);
        } catch (const InsideOut &error) {
            penalty += error.area * error.area;
        }
    }
    auto u = solve(k, load);
    return std::inner_product(u.begin(), u.end(), load.begin(), penalty);
}

int main()
{
    double x[10];
    oracle_random(x, 10, 5);
    ORACLE_GRADIENT(compliance, x, 10);
    return oracle_result();
}
