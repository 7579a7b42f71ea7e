// A function too large to inline stores the address of a local in a local struct; numbers go in
// through the struct.
#include "oracle.h"
#include <math.h>

struct holder {
    double *p;
    int count;
};

#define WORK(i)                                                                                    \
    if (n * (i) % 7 == 3)                                                                          \
        for (int j = 0; j < n; j++)                                                                \
            h->count += (j ^ ((i) * n)) + (int)sqrt((double)h->count * (i));

static void set(struct holder *h, double *p, int n)
{
    WORK(1)
    WORK(2)
    WORK(3) WORK(4) WORK(5) WORK(6) WORK(7) WORK(8) WORK(9) WORK(10) WORK(11) WORK(12) h->p = p;
    h->count++;
}

static double f(double x)
{
    struct holder h;
    double a, b;
    h.count = 0;
    set(&h, &a, 5);
    *h.p = x * x;
    set(&h, &b, 3);
    *h.p = x;
    set(&h, &b, 4);
    return a + b;
}

/* The address goes through two structs and comes back as a result. */
static double *get(struct holder **h, int n)
{
    struct holder *unused = *h;
    for (int i = 0; i < n; i++)
        unused->count += i;
    return (*h)->p;
}

static double g(double x)
{
    double a = 1;
    struct holder h, *to = &h;
    h.count = 0;
    set(&h, &a, 2);
    *get(&to, 3) *= x;
    set(*(&to), &a, 3);
    *get(&to, 4) *= sin(x);
    return a;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 1.5, 4.0);
    ORACLE_SCALAR_IS(g, 0.75, sin(0.75) + 0.75 * cos(0.75));
    return oracle_result();
}
