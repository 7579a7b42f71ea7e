// <enzcc/typed.h> in C++: templates, classes and references to local types next to <enzyme/enzyme>.
#include "oracle.h"
#include <cmath>
#include <enzcc/typed.h>
#include <enzyme/enzyme>

namespace
{
struct Point {
    double x, y;
};
template <typename T> T length(const T *p, int n) noexcept
{
    T sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] * p[i];
    return std::sqrt(sum);
}
double along(Point p, Point by)
{
    return p.x * by.x + p.y * by.y;
}
void halve(Point *p)
{
    p->x /= 2;
}

ENZ_REVERSE(length_gradient, length<double>, ENZ_ACTIVE(double), ENZ_DUP(const double *),
            ENZ_CONST(int));
ENZ_REVERSE(along_gradient, along, ENZ_ACTIVE(double), ENZ_ACTIVE(Point), ENZ_CONST(Point));
ENZ_FORWARD(along_tangent, along, ENZ_DUP(double), ENZ_CONST(Point), ENZ_DUP(Point));
ENZ_REVERSE(halve_adjoint, halve, ENZ_VOID, ENZ_DUP(Point *));
} // namespace

int main()
{
    const double p[2] = {3, 4};
    double d[2] = {0, 0}, t;
    CHECK(length_gradient(p, d, 2), 5.0);
    CHECK(d[0] + 10 * d[1], 8.6);
    Point a;
    CHECK(along_gradient({1, 2}, &a, {3, 4}), 11.0);
    CHECK(a.x + 10 * a.y, 43.0);
    CHECK(along_tangent({1, 2}, {3, 4}, {0, 1}, &t), 11.0);
    CHECK(t, 2.0);
    Point q{8, 1}, dq{1, 1};
    halve_adjoint(&q, &dq);
    CHECK(q.x, 4.0);
    CHECK(dq.x + 10 * dq.y, 10.5);
    using namespace enzyme;
    CHECK(get<0>(autodiff<Forward>(along, Const<Point>{{1, 2}}, Duplicated<Point>{{3, 4}, {0, 1}})),
          2.0);
    return oracle_result();
}
