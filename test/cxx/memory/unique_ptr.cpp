// unique_ptr to an object, to an array, moved and released.
#include "oracle.h"
#include <memory>
#include <utility>

namespace
{
struct Point {
    double x, y;
};

std::unique_ptr<Point> scaled(const Point &p, double by)
{
    return std::make_unique<Point>(Point{p.x * by, p.y * by});
}

double f(const double *x, int n)
{
    auto p = scaled(Point{x[0], x[1]}, x[2]);
    std::unique_ptr<double[]> a(new double[n]);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * p->x;
    auto q = std::move(p);
    p = scaled(*q, 2);
    double *raw = a.release();
    double s = raw[n - 1] * q->y + p->y * p->x;
    delete[] raw;
    return s;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 1);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
