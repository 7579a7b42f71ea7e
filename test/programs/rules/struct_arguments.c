/* Structs by value in registers, as arguments and as results of primal and rules. */
#include "oracle.h"
#include <math.h>

struct vec {
    double x, y;
};
struct vecf {
    float x, y;
};
struct dual {
    struct vec value, tangent;
};

/* a struct argument, a number as result */
double length(struct vec v)
{
    return hypot(v.x, v.y);
}
double length_augmented(struct vec v)
{
    return hypot(v.x, v.y);
}
struct vec length_reverse(struct vec v, double seed)
{
    double r = length(v);
    return (struct vec){10 * seed * v.x / r, 10 * seed * v.y / r};
}
void *__enzyme_register_gradient_length[] = {(void *)length, (void *)length_augmented,
                                             (void *)length_reverse};

/* a struct argument and a struct result: the seed is a struct, too */
struct vec turn(struct vec v, double a)
{
    return (struct vec){cos(a) * v.x - sin(a) * v.y, sin(a) * v.x + cos(a) * v.y};
}
struct vec turn_augmented(struct vec v, double a)
{
    return turn(v, a);
}
struct turn_gradient {
    struct vec v;
    double a;
};
struct turn_gradient turn_reverse(struct vec v, double a, struct vec seed)
{
    struct vec w = turn(v, a), back = turn(seed, -a);
    return (struct turn_gradient){back, seed.y * w.x - seed.x * w.y};
}
struct dual turn_forward(struct vec v, struct vec dv, double a, double da);
void *__enzyme_register_gradient_turn[] = {(void *)turn, (void *)turn_augmented,
                                           (void *)turn_reverse};

/* two floats in one register */
float area(struct vecf v)
{
    return v.x * v.y;
}
struct vecf area_reverse(struct vecf v, float seed)
{
    return (struct vecf){10 * seed * v.y, 10 * seed * v.x};
}
void *__enzyme_register_gradient_area[] = {(void *)area, (void *)area, (void *)area_reverse};

static double f(double x)
{
    return length((struct vec){x, 2 * x});
}
static double g(double x)
{
    struct vec w = turn((struct vec){x * x, x}, 3 * x);
    return w.x * w.y;
}
static double h(double x)
{
    float y = (float)x;
    return area((struct vecf){y, 3 * y});
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 2.0), 10 * sqrt(5));
    ORACLE_SCALAR(g, 0.7);
    CHECK_FLOAT(__enzyme_autodiff((void *)h, 2.0), 10 * 12);
    return oracle_result();
}
