#include <stdio.h>

struct point { double x, y; };
struct body { struct point at; double mass; int id; };

extern int enzyme_dup, enzyme_const, enzyme_out;
struct point __enzyme_autodiff_point(void *, ...);
struct point __enzyme_fwddiff_point(void *, ...);
void __enzyme_autodiff(void *, ...);

static double area(struct point p) { return p.x * p.y; }

static struct point split(double r, double s)
{
    struct point p = {r * s, r * (1 - s)};
    return p;
}

static double energy(const struct body *b)
{
    return b->mass * (b->at.x * b->at.x + b->at.y * b->at.y);
}

int main(void)
{
    /* A struct of numbers passed by value: its gradient is returned. */
    struct point p = {3, 5};
    struct point g = __enzyme_autodiff_point((void *)area, enzyme_out, p);
    printf("%g %g\n", g.x, g.y);

    /* A struct returned: forward mode returns its tangent. */
    struct point t = __enzyme_fwddiff_point((void *)split, 2.0, 1.0, enzyme_const, 0.25);
    printf("%g %g\n", t.x, t.y);

    /* A struct behind a pointer: the shadow is a struct of the same type. */
    struct body b = {{3, 5}, 2, 42}, db = {{0, 0}, 0, 0};
    __enzyme_autodiff((void *)energy, enzyme_dup, &b, &db);
    printf("%g %g %g\n", db.at.x, db.at.y, db.mass);
}
