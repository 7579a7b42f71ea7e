/* byref_<n> of structs that C passes in registers, one or two, or in memory: the rule's functions
 * get a pointer to the struct. Parameters are numbered as in the source; structs by value in front
 * of them may also be counted as the registers that they take. */
#include "oracle.h"
#include <math.h>

extern double __enzyme_autodiff(void *, ...);

struct pair {
    double x, y;
};
struct pairf {
    float x, y;
};
struct counted {
    double x;
    long n;
};
struct numbered {
    long n;
    double x;
};
struct large {
    double a, b, c;
};
struct scaled {
    double *at;
    long n;
};

/* two doubles; the reverse function may write to what it gets */
double product(struct pair p, double z)
{
    return p.x * p.y * z;
}
double product_augmented(struct pair *p, const double *z)
{
    double value = p->x * p->y * *z;
    p->x = p->y = 1e9;
    return value;
}
struct large product_reverse(struct pair *p, const double *z, double seed)
{
    struct large g = {10 * p->y * *z * seed, 100 * p->x * *z * seed, 1000 * p->x * p->y * seed};
    p->x = p->y = 1e9;
    return g;
}
void *__enzyme_register_gradient_product[] = {(void *)product, (void *)product_augmented,
                                              (void *)product_reverse, (void *)"byref_0",
                                              (void *)"byref_1"};

/* two floats in one register, and a struct by value in front of a reference */
float mixed(struct pair a, struct pairf b)
{
    return (float)(a.x * a.y) * b.x * b.y;
}
float mixed_augmented(struct pair a, const struct pairf *b)
{
    return (float)(a.x * a.y) * b->x * b->y;
}
struct mixed_gradient {
    struct pair a;
    struct pairf b;
};
struct mixed_gradient mixed_reverse(struct pair a, const struct pairf *b, float seed)
{
    float s = (float)(a.x * a.y);
    return (struct mixed_gradient){{2 * a.y * b->x * b->y * seed, 3 * a.x * b->x * b->y * seed},
                                   {5 * s * b->y * seed, 7 * s * b->x * seed}};
}
void *__enzyme_register_gradient_mixed[] = {(void *)mixed, (void *)mixed_augmented,
                                            (void *)mixed_reverse, (void *)"byref_1"};

float counted_in_registers(struct pair a, struct pairf b)
{
    return mixed(a, b);
}
void *__enzyme_register_gradient_counted_in_registers[] = {
    (void *)counted_in_registers, (void *)mixed_augmented, (void *)mixed_reverse,
    (void *)"byref_2"};

/* in front of a pointer that is none to a value */
double behind(struct pair a, double x, const double *y)
{
    return a.x * a.y * x * *y;
}
double behind_augmented(struct pair a, const double *x, const double *y, double *dy)
{
    return behind(a, *x, y) + 0 * (double)(y == dy);
}
struct large behind_reverse(struct pair a, const double *x, const double *y, double *dy,
                            double seed)
{
    if (dy != y)
        *dy += 1000 * a.x * a.y * *x * seed;
    return (struct large){a.y * *x * *y * seed, a.x * *x * *y * seed, 10 * a.x * a.y * *y * seed};
}
void *__enzyme_register_gradient_behind[] = {(void *)behind, (void *)behind_augmented,
                                             (void *)behind_reverse, (void *)"byref_1"};

/* a number and an integer */
double power(struct counted c, struct numbered n)
{
    return pow(c.x, (double)c.n) * pow(n.x, (double)n.n);
}
double power_augmented(const struct counted *c, const struct numbered *n)
{
    return power(*c, *n);
}
struct power_gradient {
    struct counted c;
    struct numbered n;
};
struct power_gradient power_reverse(const struct counted *c, const struct numbered *n, double seed)
{
    double v = power(*c, *n);
    return (struct power_gradient){{10 * seed * v * (double)c->n / c->x, 77},
                                   {88, 100 * seed * v * (double)n->n / n->x}};
}
void *__enzyme_register_gradient_power[] = {(void *)power, (void *)power_augmented,
                                            (void *)power_reverse, (void *)"byref_0",
                                            (void *)"byref_1"};

/* a struct with a pointer: its shadow may be a reference, too */
double total(struct scaled s, double z)
{
    double sum = 0;
    for (long i = 0; i < s.n; i++)
        sum += s.at[i] * z;
    return sum;
}
double total_augmented(const struct scaled *s, const struct scaled *ds, double z)
{
    return total(*s, z) + 0 * (double)ds->n;
}
double total_reverse(const struct scaled *s, const struct scaled *ds, double z, double seed)
{
    for (long i = 0; i < ds->n; i++)
        ds->at[i] += 10 * z * seed;
    return 100 * total(*s, 1) * seed;
}
void *__enzyme_register_gradient_total[] = {(void *)total, (void *)total_augmented,
                                            (void *)total_reverse, (void *)"byref_0",
                                            (void *)"byref_1"};

/* a struct in memory: the temporary is a copy, its shadow is what adjoints are added to */
double norm(struct large l)
{
    return l.a * l.b * l.c;
}
double norm_augmented(struct large *l, struct large *dl)
{
    double v = norm(*l);
    l->a = 1e9;
    return v + 0 * dl->b;
}
void norm_reverse(struct large *l, struct large *dl, double seed)
{
    dl->a += 10 * l->b * l->c * seed;
    dl->b += 10 * l->a * l->c * seed;
    dl->c += 10 * l->a * l->b * seed;
    l->a = 1e9;
}
void *__enzyme_register_gradient_norm[] = {(void *)norm, (void *)norm_augmented,
                                           (void *)norm_reverse, (void *)"byref_0",
                                           (void *)"byref_1"};

static double of_product(double x)
{
    struct pair p = {x * x, 3 * x};
    return product(p, x) + product(p, 1) + p.x;
}
static double of_mixed(double x)
{
    float y = (float)x;
    return mixed((struct pair){x, 2}, (struct pairf){y, 3});
}
static double of_registers(double x)
{
    float y = (float)x;
    return counted_in_registers((struct pair){x, 2}, (struct pairf){y, 3});
}
static double of_behind(double x)
{
    double y = 3 * x;
    return behind((struct pair){2, 5}, x, &y);
}
static double of_power(double x)
{
    return power((struct counted){x, 3}, (struct numbered){2, 5 * x});
}
static double of_total(double x)
{
    double a[3] = {x, 2 * x, 3};
    struct scaled s = {a, 3};
    return total(s, x);
}
static double of_norm(double x)
{
    struct large l = {x, 2 * x, 5};
    return norm(l) + l.a;
}

int main(void)
{
    double x = 1.5;
    /* product: x^2 * 3x * x; what the rule says of each part, by the chain rule */
    CHECK(__enzyme_autodiff((void *)of_product, x),
          10 * 3 * x * (x + 1) * 2 * x + 100 * x * x * (x + 1) * 3 + 1000 * 3 * x * x * x + 2 * x);
    CHECK_FLOAT(__enzyme_autodiff((void *)of_mixed, x), 2 * 2 * x * 3 + 5 * 2 * x * 3);
    CHECK_FLOAT(__enzyme_autodiff((void *)of_registers, x), 2 * 2 * x * 3 + 5 * 2 * x * 3);
    CHECK(__enzyme_autodiff((void *)of_behind, x), 10 * 10 * 3 * x + 3 * 1000 * 10 * x);
    double v = pow(x, 3) * pow(5 * x, 2);
    CHECK(__enzyme_autodiff((void *)of_power, x), 10 * v * 3 / x + 100 * v * 2 / (5 * x) * 5);
    CHECK(__enzyme_autodiff((void *)of_total, x), 10 * x * (1 + 2) + 100 * (3 * x + 3));
    CHECK(__enzyme_autodiff((void *)of_norm, x), 10 * 2 * 2 * x * 5 + 1);
    return oracle_result();
}
