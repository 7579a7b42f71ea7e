/* A custom rule with a tape of its own inside, libm functions as targets, a path that traps,
 * outputs nobody reads. */
#include "oracle.h"
#include <math.h>
extern int enzyme_nofree, enzyme_noret;
struct aug {
    void *tape;
    double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_t(void *, ...);
double __enzyme_reverse_d(void *, ...);
void __enzyme_reverse(void *, ...);
__attribute__((noinline)) double sq(double x)
{
    return x * x;
}
struct sqaug {
    double *tape;
    double v;
};
struct sqaug sq_aug(double x)
{
    static double pool[64];
    static int n;
    double *p = &pool[n++ & 63];
    *p = x;
    return (struct sqaug){p, x * x};
}
double sq_rev(double x, double seed, double *tape)
{
    return 2 * *tape * seed + 0 * x;
}
void *__enzyme_register_gradient_sq[] = {(void *)sq, (void *)sq_aug, (void *)sq_rev};
static double use(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += sq(x[i]) * sin(x[i]);
    return s;
}
struct big {
    double a[4];
};
static struct big spread(double x)
{
    return (struct big){{x, x * x, sin(x), 1}};
}
static void out(const double *x, double *y)
{
    for (int i = 0; i < 3; i++)
        y[i] = x[i] * x[i];
}
static double bad(double x)
{
    if (x < 0)
        __builtin_trap();
    return sqrt(x) * x;
}
int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0};
    struct aug a = __enzyme_augmentfwd((void *)use, enzyme_dup, x, dx, 3);
    CHECK(a.v, sin(1) + 4 * sin(2) + 9 * sin(3));
    x[0] = x[1] = x[2] = 0;
    __enzyme_reverse((void *)use, enzyme_dup, x, dx, 3, 1.0, a.tape);
    for (int i = 1; i <= 3; i++)
        CHECK(dx[i - 1], 2 * i * sin(i) + i * i * cos(i));
    struct big seed = {{1, 10, 100, 5}};
    void *t = __enzyme_augmentfwd_t((void *)spread, &seed, enzyme_noret, 2.0);
    CHECK(__enzyme_reverse_d((void *)spread, &seed, 2.0, t), 1 + 40 + 100 * cos(2));
    double y[3], dy[3] = {1, 1, 1}, ex[3] = {0};
    x[0] = 1;
    x[1] = 2;
    x[2] = 3;
    t = __enzyme_augmentfwd_t((void *)out, enzyme_dup, x, ex, enzyme_dupnoneed, y, dy);
    __enzyme_reverse((void *)out, enzyme_dup, x, ex, enzyme_dupnoneed, y, dy, t);
    for (int i = 0; i < 3; i++)
        CHECK(ex[i], 2 * x[i]);
    t = __enzyme_augmentfwd_t((void *)bad, 4.0);
    CHECK(__enzyme_reverse_d((void *)bad, 4.0, 1.0, t), 3);
    t = __enzyme_augmentfwd_t((void *)cos, 0.4);
    CHECK(__enzyme_reverse_d((void *)cos, 0.4, 1.0, t), -sin(0.4));
    t = __enzyme_augmentfwd_t((void *)pow, 2.0, 3.0);
    struct two __enzyme_reverse_2(void *, ...);
    struct two g = __enzyme_reverse_2((void *)pow, 2.0, 3.0, 1.0, t);
    CHECK(g.x, 12);
    CHECK(g.y, 8 * log(2));
    return oracle_result();
}
