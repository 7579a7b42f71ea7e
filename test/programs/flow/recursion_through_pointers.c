/* Recursion through function pointers: a Y-combinator style factorial weight, mutual recursion
 * through a struct. */
#include "oracle.h"

typedef double step(const void *self, double x, int n);
struct pair {
    step *even, *odd;
};

static double even_step(const void *self, double x, int n)
{
    const struct pair *p = self;
    return n == 0 ? x : x * p->odd(self, x + 1, n - 1);
}
static double odd_step(const void *self, double x, int n)
{
    const struct pair *p = self;
    return n == 0 ? -x : x + p->even(self, 0.5 * x, n - 1);
}

struct rec {
    double (*go)(struct rec *, double, int);
    int calls;
};
static double weight(struct rec *r, double x, int n)
{
    r->calls++;
    return n <= 1 ? x : r->go(r, x, n - 1) * x + r->go(r, 0.5 * x, n - 2);
}

static double f(double x)
{
    struct pair p = {even_step, odd_step};
    struct rec r = {weight, 0};
    double s = p.even(&p, x, 4) + p.odd(&p, x, 3) + r.go(&r, x, 5);
    return s + r.calls;
}

int main(void)
{
    ORACLE_SCALAR(f, 1.3);
    ORACLE_SCALAR(f, -0.4);
    return oracle_result();
}
