// Nodes of several kinds, linked by pointers: beside these are integers, which decide only. That
// the bytes of nodes are told apart before the program runs is shown by second derivatives: what
// the run decides about has none.
#include "oracle.h"
#include <cmath>
#include <map>
#include <memory>
#include <vector>

struct node {
    virtual ~node() = default;
    virtual double value(const double *x) const = 0;
};
struct variable : node {
    int i;
    explicit variable(int i) : i(i)
    {
    }
    double value(const double *x) const override
    {
        return x[i];
    }
};
struct product : node {
    std::unique_ptr<node> a, b;
    product(std::unique_ptr<node> a, std::unique_ptr<node> b) : a(std::move(a)), b(std::move(b))
    {
    }
    double value(const double *x) const override
    {
        return a->value(x) * b->value(x);
    }
};
struct sine : node {
    std::unique_ptr<node> a;
    explicit sine(std::unique_ptr<node> a) : a(std::move(a))
    {
    }
    double value(const double *x) const override
    {
        return std::sin(a->value(x));
    }
};

static double expression(const double *x, int n)
{
    std::unique_ptr<node> e = std::make_unique<variable>(0);
    for (int i = 1; i < n; i++)
        e = std::make_unique<sine>(
            std::make_unique<product>(std::move(e), std::make_unique<variable>(i)));
    return e->value(x);
}

static double groups(const double *x, int n)
{
    std::map<int, std::vector<double>> m;
    for (int i = 0; i < n; i++)
        m[i % 3].push_back(x[i]);
    double sum = 0;
    for (auto &[key, values] : m) {
        double all = 0;
        for (double v : values)
            all += v * v;
        sum += all * all * (key + 1);
    }
    return sum;
}

struct sample {
    int count = 0;
    std::vector<double> values;
};

static double samples(const double *x, int n)
{
    std::map<int, sample> m;
    for (int i = 0; i < n; i++) {
        sample &s = m[(i * 5) % 4];
        s.count++;
        s.values.push_back(x[i] * x[i]);
    }
    double sum = 0;
    for (auto &[key, s] : m)
        for (double v : s.values)
            sum += v * v / s.count + key * v;
    return sum;
}

enum { N = 6 };

template <double (*f)(const double *, int)> static void gradient(const double *x, double *g)
{
    for (int i = 0; i < N; i++)
        g[i] = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, N);
}

// The Hessian by forward over reverse mode, against differences of the gradient.
template <double (*f)(const double *, int)> static void check_hessian(const double *x)
{
    const double h = 1e-5;
    for (int i = 0; i < N; i++) {
        double e[N] = {0}, g[N], row[N] = {0}, above[N], below[N], at[N];
        e[i] = 1;
        __enzyme_fwddiff((void *)gradient<f>, enzyme_dup, x, e, enzyme_dup, g, row);
        for (int k = 0; k < N; k++)
            at[k] = x[k] + (k == i ? h : 0);
        gradient<f>(at, above);
        at[i] = x[i] - h;
        gradient<f>(at, below);
        for (int k = 0; k < N; k++)
            CHECK_TOL(row[k], (above[k] - below[k]) / (2 * h), 1e-6);
    }
}

int main()
{
    double x[N];
    oracle_random(x, N, 3);
    ORACLE_GRADIENT(expression, x, N);
    ORACLE_GRADIENT(groups, x, N);
    ORACLE_GRADIENT(samples, x, N);
    // Without optimisation nothing says of accesses what they are of: the size of a tree of libc++,
    // which is where its root would have a second child, may be one.
#if defined(__OPTIMIZE__) || defined(__GLIBCXX__)
    check_hessian<expression>(x);
    check_hessian<groups>(x);
    check_hessian<samples>(x);
#endif
    return oracle_result();
}
