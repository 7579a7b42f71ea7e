/* Inactive functions run once, have no derivative and leave shadows alone: by global, by attribute,
 * by annotation. */
#include "oracle.h"

extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern int enzyme_dup;

static int calls;
double frozen(double x)
{
    calls++;
    return x * x;
}
void *__enzyme_inactivefn_frozen = (void *)frozen;

__attribute__((enzyme_inactive)) double frozen2(double x)
{
    calls++;
    return 2 * x;
}
__attribute__((annotate("enzyme_inactive"))) static double frozen3(double x)
{
    return 3 * x;
}

/* overwrites its argument, whose shadow stays as it is */
__attribute__((enzyme_inactive)) void clamp(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] > 2 ? 2 : x[i];
}

static double f(double x)
{
    return frozen(x) * x + frozen2(x) * x + frozen3(x) * x;
}
static void g(double *x)
{
    clamp(x, 2);
    x[0] *= x[1];
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 3.0), 9 + 6 + 9);
    CHECK_THAT(calls == 2);
    CHECK(__enzyme_fwddiff((void *)f, 3.0, 1.0), 24);
    CHECK_THAT(calls == 4);
    double x[2] = {5, 1.5}, dx[2] = {1, 0};
    __enzyme_autodiff_v((void *)g, enzyme_dup, x, dx);
    CHECK(x[0], 3);
    CHECK(dx[0], 1.5);
    CHECK(dx[1], 2);
    return oracle_result();
}
