/* Arrays of <array> in structs with integers: in vectors, lists and arrays, by index, by iterators,
 * through functions. */
#include "oracle.h"
#include <array>
#include <vector>
#include <list>
struct body {
    int kind;
    std::array<double, 3> x, v;
    double m;
    int n;
    std::array<std::array<double, 3>, 3> R;
    bool on;
};
static double dot(const std::array<double, 3> &a, const std::array<double, 3> &b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
template <class C> static double energy(C &b, int t)
{
    double e = 0;
    for (int k = 0; k < t; k++)
        for (auto &p : b) {
            if (!p.on)
                continue;
            for (int i = 0; i < p.n; i++) {
                p.v[i] -= 0.01 * p.x[i] * p.m;
                for (int j = 0; j < p.n; j++)
                    p.v[i] += 0.001 * p.R[i][j] * p.x[j];
            }
            for (auto q = p.x.begin(), w = p.v.begin(); q != p.x.end(); ++q, ++w)
                *q += 0.01 * *w;
            e += dot(p.x, p.v, p.n) * (p.kind & 1 ? 1 : 2);
        }
    return e;
}
static void make(body &b, const double *x, int n, int i)
{
    b.kind = i;
    b.m = x[i % n];
    b.n = n;
    b.on = i != 1;
    for (int k = 0; k < n; k++) {
        b.x[k] = x[k];
        b.v[k] = x[(k + 1) % n] * i;
        for (int j = 0; j < n; j++)
            b.R[k][j] = x[k] * x[j];
    }
}
static void in_vector(const double *x, int n, double *y, int m)
{
    std::vector<body> b(4);
    for (int i = 0; i < 4; i++)
        make(b[i], x, n, i);
    for (int k = 0; k < m; k++)
        y[k] = energy(b, k + 1);
}
static void in_list(const double *x, int n, double *y, int m)
{
    std::list<body> b;
    for (int i = 0; i < 4; i++) {
        b.emplace_back();
        make(b.back(), x, n, i);
    }
    for (int k = 0; k < m; k++)
        y[k] = energy(b, k + 1);
}
static void in_array(const double *x, int n, double *y, int m)
{
    std::array<body, 4> b;
    for (int i = 0; i < 4; i++)
        make(b[i], x, n, i);
    auto c = b;
    for (int k = 0; k < m; k++)
        y[k] = energy(c, k + 1) * b[k].x.back();
}
int main()
{
    const double x[3] = {0.5, -0.75, 1.5};
    ORACLE_MAP(in_vector, x, 3, x, 3);
    ORACLE_MAP(in_list, x, 3, x, 3);
    ORACLE_MAP(in_array, x, 3, x, 3);
    return oracle_result();
}
