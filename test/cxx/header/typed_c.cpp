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
ENZ_FORWARD_WIDE(along_tangents, 2, along, ENZ_DUP(double), ENZ_DUP(Point), ENZ_CONST(Point));
ENZ_REVERSE_WIDE(length_gradients, 2, length<double>, ENZ_ACTIVE(double),
                 ENZ_STRIDED(const double *), ENZ_CONST(int));
ENZ_SPLIT_IN(along_first, along_second, along_tape, along, ENZ_ACTIVE(double), ENZ_ACTIVE(Point),
             ENZ_CONST(Point));
ENZ_SPLIT(length_first, length_second, length<double>, ENZ_ACTIVE(double), ENZ_DUP(const double *),
          ENZ_CONST(int));
ENZ_SWEEP(length_along, length_first, length<double>, ENZ_DUP(double), ENZ_DUP(const double *),
          ENZ_CONST(int));
ENZ_SPLIT(halve_first, halve_second, halve, ENZ_VOID, ENZ_DUP(Point *));
ENZ_SWEEP_FIRST(halve_along, halve_first, halve, ENZ_VOID, ENZ_DUP(Point *));
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
    const Point by[2] = {{1, 0}, {0, 1}};
    double tangents[2], rows[2][2] = {{0, 0}, {0, 0}};
    CHECK(along_tangents({1, 2}, by, {3, 4}, tangents), 11.0);
    CHECK(tangents[0] + 10 * tangents[1], 43.0);
    const double seeds[2] = {1, 10};
    CHECK(length_gradients(p, rows[0], sizeof rows[0], 2, seeds), 5.0);
    CHECK(rows[1][0] + 10 * rows[1][1], 86.0);
    alignas(16) char tape[64];
    CHECK_THAT(along_tape() <= sizeof tape);
    CHECK(along_first({1, 2}, {3, 4}, tape), 11.0);
    along_second({1, 2}, &a, {3, 4}, 2, tape);
    CHECK(a.x + 10 * a.y, 86.0);
    void *kept;
    double by_length[2] = {1, 2};
    CHECK(length_first(p, d, 2, &kept), 5.0);
    length_along(p, by_length, 2, &t, kept);
    CHECK(t, (3 + 8) / 5.0);
    q = {8, 1}, dq = {1, 1};
    halve_first(&q, &dq, &kept);
    halve_along(&q, &dq, kept);
    CHECK(dq.x + 10 * dq.y, 10.5);
    halve_second(&q, &dq, kept);
    using namespace enzyme;
    CHECK(get<0>(autodiff<Forward>(along, Const<Point>{{1, 2}}, Duplicated<Point>{{3, 4}, {0, 1}})),
          2.0);
    return oracle_result();
}
