#include <stdio.h>

extern int enzyme_dup, enzyme_const, enzyme_runtime_activity;
double __enzyme_fwddiff(void *, ...);

struct pair {
    const double *a, *b;
};

static double f(const struct pair *p)
{
    return *p->a * *p->b;
}

int main(void)
{
    double a = 3, da = 1, b = 5;
    struct pair p = {&a, &b};
    /* b is not to be differentiated: its "shadow" is b itself. */
    struct pair dp = {&da, &b};
    printf("%g\n", __enzyme_fwddiff((void *)f, enzyme_runtime_activity, enzyme_dup, &p, &dp));
}
