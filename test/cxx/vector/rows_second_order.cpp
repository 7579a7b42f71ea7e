// The gradient of a function over a vector of vectors, differentiated once more: the shadow of a
// row is filled through the shadow of the vector only, in which its address is stored while it
// grows.
#include <algorithm>
#include <vector>
#include "oracle.h"

enum { N = 3, M = 2, POINTS = 5 };

static std::vector<std::vector<double>> rows(int n, const double *from)
{
    std::vector<std::vector<double>> all;
    for (int i = 0; i < n; i++)
        all.emplace_back(from + i * M, from + (i + 1) * M);
    return all;
}

static double product(const double *x, int n)
{
    const auto all = rows(n / M, x);
    double sum = 0;
    for (const auto &r : all)
        sum += r[0] * r[0] * r[1];
    return sum;
}

static double nearest(const double *x, int n)
{
    double fixed[POINTS * M];
    for (int i = 0; i < POINTS * M; i++)
        fixed[i] = 0.3 * i - 0.02 * i * i;
    const auto points = rows(POINTS, fixed), centres = rows(n / M, x);
    double sum = 0;
    for (const auto &p : points) {
        double least = 1e9;
        for (const auto &c : centres) {
            double distance = 0;
            for (int k = 0; k < M; k++)
                distance += (p[k] - c[k]) * (p[k] - c[k]) * (1 + 0.1 * c[k]);
            least = std::min(least, distance);
        }
        sum += least;
    }
    return sum;
}

static void gradient_of_product(const double *x, double *d, int n)
{
    __enzyme_autodiff((void *)product, enzyme_dup, x, d, enzyme_const, n);
}

static void gradient_of_nearest(const double *x, double *d, int n)
{
    __enzyme_autodiff((void *)nearest, enzyme_dup, x, d, enzyme_const, n);
}

typedef void gradient(const double *x, double *d, int n);

// Column k of the Hessian against differences of the gradient.
static void check(gradient *g, const double *column, const double *x, int k)
{
    const double h = 1e-5;
    double y[N * M], plus[N * M] = {0}, minus[N * M] = {0};
    for (int i = 0; i < N * M; i++)
        y[i] = x[i];
    y[k] = x[k] + h;
    g(y, plus, N * M);
    y[k] = x[k] - h;
    g(y, minus, N * M);
    for (int i = 0; i < N * M; i++)
        CHECK_TOL(column[i], (plus[i] - minus[i]) / (2 * h), 1e-6);
}

int main()
{
    double x[N * M];
    oracle_random(x, N * M, 1);
    for (int k = 0; k < N * M; k++) {
        double d[N * M] = {0}, u[N * M] = {0}, column[N * M] = {0};
        u[k] = 1;
        __enzyme_fwddiff((void *)gradient_of_product, enzyme_dup, x, u, enzyme_dup, d, column,
                         enzyme_const, N * M);
        check(gradient_of_product, column, x, k);
        for (int i = 0; i < N * M; i++)
            d[i] = column[i] = 0;
        __enzyme_fwddiff((void *)gradient_of_nearest, enzyme_dup, x, u, enzyme_dup, d, column,
                         enzyme_const, N * M);
        check(gradient_of_nearest, column, x, k);
    }
    return oracle_result();
}
