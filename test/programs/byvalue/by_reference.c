/* enzyme_byref of structs that C passes in registers, one or two, and of one in memory: the operand
 * is the address of the argument, and so is that of a shadow. */
#include "oracle.h"
#include <math.h>

extern int enzyme_byref, enzyme_out, enzyme_dup, enzyme_const, enzyme_width, enzyme_interleave;
extern int enzyme_vector, enzyme_scalar, enzyme_tape, enzyme_primal_return;

struct pair {
    double x, y;
};
struct pairf {
    float x, y;
};
struct triplef {
    float x, y, z;
};
struct counted {
    double x;
    long n;
};
struct shifted {
    int n;
    double x;
};
struct short_end {
    double x;
    int n;
};
struct letters {
    char c[11];
};
struct few {
    char c[3];
};
struct view {
    double *at;
    long n;
};
struct large {
    double a, b, c;
};
struct split_pair {
    void *tape;
    double value;
};

extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
extern struct pair __enzyme_autodiff_pair(void *, ...), __enzyme_fwddiff_pair(void *, ...);
extern struct pair __enzyme_reverse_pair(void *, ...), __enzyme_batch_pair(void *, ...);
extern struct pairf __enzyme_autodiff_pairf(void *, ...);
extern struct triplef __enzyme_autodiff_triplef(void *, ...);
extern struct large __enzyme_autodiff_large(void *, ...);
extern struct counted __enzyme_autodiff_counted(void *, ...);
extern struct split_pair __enzyme_augmentfwd_pair(void *, ...);
extern void __enzyme_autodiff_void(void *, ...);

static double product(struct pair p, double z)
{
    return p.x * p.x * p.y * z;
}
static float area(struct pairf p)
{
    return p.x * p.x * p.y;
}
static float volume(struct triplef p)
{
    return p.x * p.y * p.z;
}
static double power(struct counted c, struct shifted s, struct short_end e)
{
    return pow(c.x, (double)c.n) * pow(s.x, s.n) * pow(e.x, e.n);
}
static double norm(struct large p)
{
    return p.a * p.b + p.c * p.c;
}
static double sum(struct view v, double scale)
{
    double s = 0;
    for (long i = 0; i < v.n; i++)
        s += scale * v.at[i] * v.at[i];
    return s;
}
static double spelled(struct letters a, struct few b, double x)
{
    return x * (a.c[10] + b.c[2]);
}

static void check_reverse(void)
{
    struct pair p = {3, 5};
    struct large g =
        __enzyme_autodiff_large((void *)product, enzyme_byref, (long)sizeof p, &p, 2.0);
    CHECK(g.a, 60);
    CHECK(g.b, 18);
    CHECK(g.c, 45);
    CHECK(__enzyme_autodiff((void *)product, enzyme_byref, 16L, enzyme_const, &p, 2.0), 45);
    struct pair of = __enzyme_autodiff_pair((void *)product, enzyme_byref, (long)sizeof p,
                                            enzyme_out, &p, enzyme_const, 2.0);
    CHECK(of.x, 60);
    CHECK(of.y, 18);
    struct pairf f = {3, 5}, df;
    df = __enzyme_autodiff_pairf((void *)area, enzyme_byref, (long)sizeof f, &f);
    CHECK(df.x, 30);
    CHECK(df.y, 9);
    struct triplef t = {2, 3, 5}, dt;
    dt = __enzyme_autodiff_triplef((void *)volume, enzyme_byref, (long)sizeof t, enzyme_out, &t);
    CHECK(dt.x, 15);
    CHECK(dt.y, 10);
    CHECK(dt.z, 6);
    struct large l = {2, 3, 5}, dl;
    dl = __enzyme_autodiff_large((void *)norm, enzyme_byref, (long)sizeof l, enzyme_out, &l);
    CHECK(dl.a, 3);
    CHECK(dl.b, 2);
    CHECK(dl.c, 10);
}

static void check_numbers_and_integers(void)
{
    struct counted c = {2, 3};
    struct shifted s = {2, 3};
    struct short_end e = {5, 1};
    struct counted g = __enzyme_autodiff_counted((void *)power, enzyme_byref, (long)sizeof c, &c,
                                                 enzyme_byref, (long)sizeof s, enzyme_const, &s,
                                                 enzyme_byref, (long)sizeof e, enzyme_const, &e);
    CHECK(g.x, 12 * 9 * 5);
    struct counted dc = {1, 0};
    struct shifted ds = {0, 10};
    struct short_end de = {100, 0};
    CHECK(__enzyme_fwddiff((void *)power, enzyme_byref, (long)sizeof c, enzyme_dup, &c, &dc,
                           enzyme_byref, (long)sizeof s, &s, &ds, enzyme_byref, (long)sizeof e, &e,
                           &de),
          12 * 9 * 5 + 10 * 8 * 6 * 5 + 100 * 8 * 9);
    struct letters a = {"abcdefghij"};
    struct few b = {"xy"};
    a.c[10] = 7, b.c[2] = 4;
    CHECK(__enzyme_autodiff((void *)spelled, enzyme_byref, (long)sizeof a, enzyme_const, &a,
                            enzyme_byref, (long)sizeof b, enzyme_const, &b, 3.0),
          11);
}

static void check_shadows(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0, 0, 100};
    struct view v = {x, 3}, dv = {dx, 3};
    double scale =
        __enzyme_autodiff((void *)sum, enzyme_byref, (long)sizeof v, enzyme_dup, &v, &dv, 2.0);
    CHECK(scale, 14);
    CHECK(dx[0], 4);
    CHECK(dx[1], 8);
    CHECK(dx[2], 112);
    struct large l = {2, 3, 5}, dl = {1000, 0, 0};
    __enzyme_autodiff_void((void *)norm, enzyme_byref, (long)sizeof l, enzyme_dup, &l, &dl);
    CHECK(dl.a, 1003);
    CHECK(dl.b, 2);
    CHECK(dl.c, 10);
}

static void check_forward(void)
{
    struct pair p = {3, 5}, in_x = {1, 0}, in_y = {0, 1};
    CHECK(__enzyme_fwddiff((void *)product, enzyme_byref, (long)sizeof p, &p, &in_x, 2.0, 0.0), 60);
    CHECK(__enzyme_fwddiff((void *)product, enzyme_byref, (long)sizeof p, enzyme_dup, &p,
                           enzyme_const, 2.0, enzyme_interleave, &in_y),
          18);
    struct pair both =
        __enzyme_fwddiff_pair((void *)product, enzyme_width, 2, enzyme_byref, (long)sizeof p,
                              enzyme_dup, &p, &in_x, &in_y, enzyme_const, 2.0);
    CHECK(both.x, 60);
    CHECK(both.y, 18);
}

static void check_split_and_batch(void)
{
    struct pair p = {3, 5}, q = {2, 1};
    struct split_pair first = __enzyme_augmentfwd_pair(
        (void *)product, enzyme_byref, (long)sizeof p, enzyme_out, &p, enzyme_const, 2.0);
    CHECK(first.value, 90);
    struct pair g = __enzyme_reverse_pair((void *)product, enzyme_byref, (long)sizeof p, enzyme_out,
                                          &p, enzyme_const, 2.0, 10.0, first.tape);
    CHECK(g.x, 600);
    CHECK(g.y, 180);
    struct pair lanes =
        __enzyme_batch_pair((void *)product, enzyme_width, 2, enzyme_byref, (long)sizeof p,
                            enzyme_vector, &p, &q, enzyme_scalar, 2.0);
    CHECK(lanes.x, 90);
    CHECK(lanes.y, 8);
}

int main(void)
{
    check_reverse();
    check_numbers_and_integers();
    check_shadows();
    check_forward();
    check_split_and_batch();
    return oracle_result();
}
