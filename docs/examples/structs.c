#include <stdio.h>

struct point {
    double x, y;
};
struct body {
    struct point at;
    double mass;
    int id;
};

extern int enzyme_dup, enzyme_const, enzyme_out;
struct point __enzyme_autodiff_point(void *, ...);
struct point __enzyme_fwddiff_point(void *, ...);
void __enzyme_autodiff(void *, ...);

static double area(struct point p)
{
    return p.x * p.y;
}

static struct point turn(struct point p, double a)
{
    struct point r = {p.x - a * p.y, p.y + a * p.x};
    return r;
}

static double energy(const struct body *b)
{
    return b->mass * (b->at.x * b->at.x + b->at.y * b->at.y);
}

static double by_value(struct body b)
{
    return energy(&b);
}

int main(void)
{
    /* A struct of numbers passed by value: its gradient is returned. */
    struct point p = {3, 5};
    struct point g = __enzyme_autodiff_point((void *)area, enzyme_out, p);
    printf("%g %g\n", g.x, g.y);

    /* In forward mode it is followed by its tangent; a struct returned has one. */
    struct point dp = {1, 0};
    struct point t = __enzyme_fwddiff_point((void *)turn, enzyme_dup, p, dp, enzyme_const, 2.0);
    printf("%g %g\n", t.x, t.y);

    /* A struct behind a pointer: the shadow is a struct of the same type. */
    struct body b = {{3, 5}, 2, 42}, db = {{0, 0}, 0, 0};
    __enzyme_autodiff((void *)energy, enzyme_dup, &b, &db);
    printf("%g %g %g\n", db.at.x, db.at.y, db.mass);

    /* Passed by value in memory (more than 16 bytes): the gradient is added to
     * the shadow variable itself. */
    __enzyme_autodiff((void *)by_value, enzyme_dup, b, db);
    printf("%g %g %g\n", db.at.x, db.at.y, db.mass);
}
