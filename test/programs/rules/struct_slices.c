/* Structs by value that hold pointers, beside sizes and numbers: the shadow is a struct of the same
 * type. */
#include "oracle.h"

struct slice {
    double *at;
    long n;
};

double sum(struct slice s)
{
    double t = 0;
    for (long i = 0; i < s.n; i++)
        t += s.at[i];
    return t;
}
double sum_augmented(struct slice s, struct slice ds)
{
    return ds.n == s.n ? sum(s) : 0.0 / 0.0;
}
void sum_reverse(struct slice s, struct slice ds, double seed)
{
    for (long i = 0; i < s.n && ds.at != s.at; i++)
        ds.at[i] += 10 * seed;
}
struct dual {
    double value, tangent;
};
struct dual sum_forward(struct slice s, struct slice ds)
{
    return (struct dual){sum(s), ds.at == s.at ? 0 : 10 * sum((struct slice){ds.at, ds.n})};
}
void *__enzyme_register_gradient_sum[] = {(void *)sum, (void *)sum_augmented, (void *)sum_reverse};
void *__enzyme_register_derivative_sum[] = {(void *)sum, (void *)sum_forward};

/* a number beside an integer in one struct: no shadow, the gradient is a struct */
struct term {
    double factor;
    int power;
};
double evaluate(struct term t, double x)
{
    double r = t.factor;
    for (int i = 0; i < t.power; i++)
        r *= x;
    return r;
}
struct term_gradient {
    struct term t;
    double x;
};
struct term_gradient evaluate_reverse(struct term t, double x, double seed)
{
    double without = evaluate((struct term){1, t.power - 1}, x);
    return (struct term_gradient){{10 * seed * without * x, 0},
                                  100 * seed * t.factor * t.power * without};
}
void *__enzyme_register_gradient_evaluate[] = {(void *)evaluate, (void *)evaluate,
                                               (void *)evaluate_reverse};

/* a large struct by value: its shadow is passed as a pointer, so that gradients can be added */
struct block {
    double v[4];
};
double last(struct block b)
{
    return b.v[3] * b.v[0];
}
double last_augmented(struct block b, struct block *db)
{
    return last(b);
}
void last_reverse(struct block b, struct block *db, double seed)
{
    db->v[3] += 10 * seed * b.v[0];
    db->v[0] += 10 * seed * b.v[3];
}
void *__enzyme_register_gradient_last[] = {(void *)last, (void *)last_augmented,
                                           (void *)last_reverse};

static double f(double x)
{
    double v[3] = {x, 2 * x, x * x};
    return sum((struct slice){v, 3}) + sum((struct slice){v + 1, 1});
}
static double g(double x)
{
    return evaluate((struct term){3 * x, 2}, x);
}
static double h(double x)
{
    struct block b = {{x, 0, 0, 3 * x}};
    return last(b);
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 3.0), 10 * (1 + 2 + 6 + 2));
    CHECK(__enzyme_fwddiff((void *)f, 3.0, 1.0), 10 * (1 + 2 + 6 + 2));
    CHECK(__enzyme_autodiff((void *)g, 2.0), 3 * 10 * 4 + 100 * 6 * 2 * 2);
    CHECK(__enzyme_autodiff((void *)h, 2.0), 10 * (3 * 2 + 6));
    return oracle_result();
}
