/* <enzcc/typed.h>: structs as arguments and results, in registers and in memory, with integers
 * among the numbers. */
#include "oracle.h"
#include <enzcc/typed.h>

struct point {
    double x, y;
};
struct floats {
    float x, y, z;
};
struct large {
    double a[4];
    int n;
};
struct counted {
    int n;
    float f;
};

static struct point scaled(struct point p, double by)
{
    return (struct point){p.x * by, p.y * by * by};
}
static float dot(struct floats a, struct floats b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static struct large shifted(struct large l, double by)
{
    for (int i = 0; i < l.n; i++)
        l.a[i] += by * (i + 1);
    return l;
}
static struct counted counted(float x, double *y)
{
    *y += x * x;
    return (struct counted){3, x};
}
static const double *chosen(const double *a, const double *b, int first)
{
    return first ? a : b;
}

ENZ_REVERSE(scaled_gradient, scaled, ENZ_ACTIVE(struct point), ENZ_ACTIVE(struct point),
            ENZ_ACTIVE(double));
ENZ_FORWARD(scaled_tangent, scaled, ENZ_DUP(struct point), ENZ_DUP(struct point),
            ENZ_CONST(double));
ENZ_REVERSE(dot_gradient, dot, ENZ_ACTIVE(float), ENZ_ACTIVE(struct floats),
            ENZ_CONST(struct floats));
ENZ_FORWARD(dot_tangent, dot, ENZ_DUP(float), ENZ_DUP(struct floats), ENZ_DUP(struct floats));
ENZ_REVERSE(shifted_gradient, shifted, ENZ_ACTIVE(struct large), ENZ_ACTIVE(struct large),
            ENZ_ACTIVE(double));
ENZ_FORWARD(shifted_tangent, shifted, ENZ_DUP(struct large), ENZ_DUP(struct large),
            ENZ_DUP(double));
ENZ_REVERSE(counted_gradient, counted, ENZ_CONST(struct counted), ENZ_ACTIVE(float),
            ENZ_DUP(double *));
ENZ_FORWARD(chosen_shadow, chosen, ENZ_DUP(const double *), ENZ_DUP(const double *),
            ENZ_DUP(const double *), ENZ_CONST(int));

int main(void)
{
    struct point p = {2, 3}, d, t;
    double by;
    struct point v = scaled_gradient(p, &d, 5, &by);
    CHECK(v.x + 1000 * v.y, 75010);
    CHECK(d.x + 1000 * d.y, 25005);
    CHECK(by, 2 + 30);
    v = scaled_tangent(p, (struct point){1, 10}, 5, &t);
    CHECK(v.y, 75);
    CHECK(t.x + 1000 * t.y, 250005);

    struct floats a = {1, 2, 3}, b = {4, 5, 6}, da;
    float tf;
    CHECK_FLOAT(dot_gradient(a, &da, b), 32);
    CHECK_FLOAT(da.x + 10 * da.y + 100 * da.z, 654);
    CHECK_FLOAT(dot_tangent(a, b, b, a, &tf), 32);
    CHECK_FLOAT(tf, 16 + 25 + 36 + 14);

    struct large l = {{1, 2, 3, 4}, 3}, dl;
    CHECK(shifted_gradient(l, &dl, 10, &by).a[2], 33);
    CHECK_ARRAY(dl.a, ORACLE_LIST(1, 1, 1, 1), 4);
    CHECK(by, 6);
    struct large direction = {{1, 0, 0, 5}, 0}, tl;
    CHECK_THAT(shifted_tangent(l, direction, 10, 1, &tl).n == 3);
    CHECK_ARRAY(tl.a, ORACLE_LIST(2, 2, 3, 5), 4);

    double y = 1, dy = 1;
    float dx;
    struct counted c = counted_gradient(3, &dx, &y, &dy);
    CHECK_THAT(c.n == 3);
    CHECK_FLOAT(c.f, 3);
    CHECK_FLOAT(dx, 6);
    CHECK(y, 10);
    const double *shadow, one = 1, two = 2, three = 3, four = 4;
    CHECK_THAT(chosen_shadow(&one, &two, &three, &four, 0, &shadow) == &three && shadow == &four);
    return oracle_result();
}
