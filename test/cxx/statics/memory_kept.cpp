// Vectors and owned blocks in static storage that keep their memory from one derivative call to the
// next, and that other code fills and resizes in between.
#include "oracle.h"
#include <complex>
#include <memory>
#include <vector>

static double scratch(const double *x, int n)
{
    static std::vector<double> work;
    work.resize((size_t)n);
    for (int i = 0; i < n; i++)
        work[(size_t)i] = x[i] * x[i];
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += work[(size_t)i] * work[(size_t)(n - 1 - i)];
    return sum;
}

struct point {
    double x, y;
};

struct workspace {
    std::vector<double> values;
    int calls = 0;
    std::vector<point> points;
};
static workspace shared;
static std::vector<double> weights{1, 2, 3};
static std::vector<std::complex<double>> spectrum;

static double structured(const double *x, int n)
{
    shared.calls++;
    shared.values.assign((size_t)n, x[0]);
    shared.points.clear();
    for (int i = 0; i < n; i++)
        shared.points.push_back({x[i] * shared.values[(size_t)i], x[i]});
    double sum = 0;
    for (const point &p : shared.points)
        sum += p.x * p.y;
    return sum;
}

static double weighted(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        weights[(size_t)i % weights.size()] *= x[i];
    for (double w : weights)
        sum += w * w;
    for (int i = 0; i < n; i++)
        weights[(size_t)i % weights.size()] = i;
    return sum;
}

static double transformed(const double *x, int n)
{
    spectrum.resize((size_t)n);
    for (int i = 0; i < n; i++)
        spectrum[(size_t)i] = std::complex<double>(x[i], x[n - 1 - i]) * x[0];
    return std::norm(spectrum[0] * spectrum.back());
}

static std::unique_ptr<double[]> block;
static std::unique_ptr<point> single;

static double owned(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        block[i] = i ? block[i - 1] * x[i] : x[i];
    if (!single)
        single = std::make_unique<point>();
    *single = {x[0] * block[n - 1], block[n / 2]};
    return single->x * single->y;
}

int main()
{
    const double x[] = {1.25, -0.5, 0.75, 2, 1.5, -1};
    for (int n = 2; n <= 6; n += 2) {
        ORACLE_GRADIENT(scratch, x, n);
        ORACLE_GRADIENT(structured, x, n);
        shared.values = std::vector<double>((size_t)(3 * n), 7.0);
        std::vector<point>().swap(shared.points);
        weights = {1, 2, 3};
        double dx[6] = {0}, want = 0;
        __enzyme_autodiff((void *)weighted, enzyme_dup, x, dx, enzyme_const, 2);
        want = 2 * x[0];
        CHECK(dx[0], want);
        CHECK(dx[1], 8 * x[1]);
        block = std::make_unique<double[]>((size_t)n);
        ORACLE_GRADIENT(owned, x, n);
        single.reset();
        ORACLE_GRADIENT(owned, x, n);
        ORACLE_GRADIENT(transformed, x, n);
        spectrum.clear();
        spectrum.shrink_to_fit();
    }
    return oracle_result();
}
