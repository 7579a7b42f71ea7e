/* A callback type that returns void, given functions that return something; more targets than one
 * can count on a hand. */
#include "oracle.h"

struct acc {
    double s;
};
typedef void action(struct acc *, double);
static void add(struct acc *a, double v)
{
    a->s += v;
}
static int count(struct acc *a, double v)
{
    return a->s > v;
}
static double scale(struct acc *a, double v)
{
    return a->s *= v;
}

#define MANY(k)                                                                                    \
    static double f##k(double x)                                                                   \
    {                                                                                              \
        return x * k + x * x;                                                                      \
    }
#define TEN(M, d) M(d##0) M(d##1) M(d##2) M(d##3) M(d##4) M(d##5) M(d##6) M(d##7) M(d##8) M(d##9)
TEN(MANY, 1)
TEN(MANY, 2)
TEN(MANY, 3)
TEN(MANY, 4)
TEN(MANY, 5)
TEN(MANY, 6)
TEN(MANY, 7)
TEN(MANY, 8)
#define NAME(k) f##k,
static double (*const many[])(double) = {TEN(NAME, 1) TEN(NAME, 2) TEN(NAME, 3) TEN(NAME, 4)
                                             TEN(NAME, 5) TEN(NAME, 6) TEN(NAME, 7) TEN(NAME, 8)};

static double f(const double *x, int n)
{
    action *actions[] = {add, (action *)(void *)scale, (action *)(void *)count};
    struct acc a = {1};
    for (int i = 0; i < 6; i++)
        actions[i % 3](&a, x[i % n]);
    for (int i = 3; i < 80; i += 19)
        a.s += many[i](x[i % n]);
    return a.s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.9, 1.2}), 2);
    return oracle_result();
}
