/* Function pointers kept in void *, in a union, and in uintptr_t, as dlsym users and interpreters
 * do. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

typedef double fn1(double);
typedef double fn2(double, double);
typedef double fn3(const double *, int);

struct callee {
    int arity;
    void *address;
};
union any {
    fn1 *one;
    fn2 *two;
    fn3 *many;
};
struct tagged {
    int kind;
    union any u;
};

static double square(double a)
{
    return a * a;
}
static double product(double a, double b)
{
    return a * b;
}
static double total(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

static double invoke(struct callee c, const double *x, int n)
{
    switch (c.arity) {
    case 1: return ((fn1 *)c.address)(x[0]);
    case 2: return ((fn2 *)c.address)(x[0], x[1]);
    default: {
        fn3 *many;
        memcpy(&many, &c.address, sizeof many);
        return many(x, n);
    }
    }
}

static double dispatch(const struct tagged *t, const double *x, int n)
{
    return t->kind == 1 ? t->u.one(x[1]) : t->kind == 2 ? t->u.two(x[1], x[2]) : t->u.many(x, n);
}

static double f(const double *x, int n)
{
    struct callee c[3] = {{1, (void *)square}, {2, (void *)product}, {3, (void *)total}};
    struct tagged t[3] = {{1, {.one = square}}, {2, {.two = product}}, {3, {.many = total}}};
    uintptr_t bits = (uintptr_t)product;
    double s = ((fn2 *)bits)(x[0], x[2]);
    for (int i = 0; i < 3; i++)
        s += invoke(c[i], x, n) * dispatch(&t[i], x, n);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2, 3, 5}), 3);
    return oracle_result();
}
