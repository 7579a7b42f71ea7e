/* Arguments of every kind: a value for each lane, one for all, in memory; numbers, pointers,
 * integers and structs, as C passes them. */
#include <math.h>
#include "oracle.h"

extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer;

typedef struct {
    double at[4];
} four;
typedef struct {
    float at[2];
} floats;
typedef struct {
    long at[3];
} longs;
typedef struct {
    double x, y;
} point;
typedef struct {
    point at[2];
} points;
typedef struct {
    double a[3];
    int n;
} big;
typedef struct {
    big at[2];
} bigs;
typedef struct {
    _Bool at[2];
} flags;

four __enzyme_batch_four(void *, ...);
floats __enzyme_batch_floats(void *, ...);
longs __enzyme_batch_longs(void *, ...);
points __enzyme_batch_points(void *, ...);
bigs __enzyme_batch_bigs(void *, ...);
flags __enzyme_batch_flags(void *, ...);
double __enzyme_batch_one(void *, ...);
void __enzyme_batch_void(void *, ...);

static double poly(double x, double y)
{
    return x * x * y;
}
static float half(float x, short s)
{
    return x / 2 + s;
}
static long sum(const int *v, int n, char skip)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] == skip ? 0 : v[i];
    return s;
}
static point turn(point p, double by)
{
    return (point){p.x * cos(by) - p.y * sin(by), p.x * sin(by) + p.y * cos(by)};
}
static big grow(big b, double by)
{
    for (int i = 0; i < b.n; i++)
        b.a[i] *= by;
    b.n--;
    return b;
}
static void twice(double *x)
{
    x[0] *= 2;
}
static _Bool negative(_Bool flip, double x)
{
    return (x < 0) != flip;
}

int main(void)
{
    double xs[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    four r = __enzyme_batch_four((void *)poly, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0,
                                 enzyme_scalar, 5.0);
    CHECK_ARRAY(r.at, ORACLE_LIST(5, 20, 45, 80), 4);
    r = __enzyme_batch_four((void *)poly, enzyme_buffer, (int)(2 * sizeof *xs), xs, 5.0, 6.0, 7.0,
                            8.0, enzyme_width, 4);
    CHECK_ARRAY(r.at, ORACLE_LIST(5, 24, 63, 128), 4);
    CHECK(__enzyme_batch_one((void *)poly, 3.0, 2.0), 18);
    CHECK(__enzyme_batch_one((void *)poly, enzyme_width, 1, enzyme_vector, 3.0, 2.0), 18);

    floats f =
        __enzyme_batch_floats((void *)half, enzyme_width, 2, 1.0f, 3.0f, (short)1, (short)-1);
    CHECK(f.at[0], 1.5);
    CHECK(f.at[1], 0.5);

    int v[6] = {1, 2, 3, 4, 5, 6};
    longs l = __enzyme_batch_longs((void *)sum, enzyme_width, 3, enzyme_buffer, sizeof(int), v, 2,
                                   3, 4, enzyme_scalar, (char)3);
    CHECK(l.at[0], 3);
    CHECK(l.at[1], 6);
    CHECK(l.at[2], 15);

    point at[2] = {{1, 0}, {0, 2}};
    double quarter = acos(-1) / 2;
    points p = __enzyme_batch_points((void *)turn, enzyme_width, 2, enzyme_vector, at[0], at[1],
                                     enzyme_scalar, quarter);
    CHECK(p.at[0].x + 1, 1);
    CHECK(p.at[0].y, 1);
    CHECK(p.at[1].x, -2);
    p = __enzyme_batch_points((void *)turn, enzyme_width, 2, enzyme_buffer, sizeof *at, at,
                              enzyme_buffer, 0L, &quarter);
    CHECK(p.at[1].x, -2);

    big b[2] = {{{1, 2, 3}, 2}, {{4, 5, 6}, 3}};
    bigs g =
        __enzyme_batch_bigs((void *)grow, enzyme_width, 2, enzyme_vector, b[0], b[1], 2.0, 3.0);
    CHECK_ARRAY(g.at[0].a, ORACLE_LIST(2, 4, 3), 3);
    CHECK_ARRAY(g.at[1].a, ORACLE_LIST(12, 15, 18), 3);
    CHECK(g.at[1].n, 2);
    g = __enzyme_batch_bigs((void *)grow, enzyme_width, 2, enzyme_buffer, sizeof *b, b,
                            enzyme_scalar, 2.0);
    CHECK_ARRAY(g.at[1].a, ORACLE_LIST(8, 10, 12), 3);
    CHECK(b[1].a[0], 4);

    __enzyme_batch_void((void *)twice, enzyme_width, 3, enzyme_buffer, 2 * sizeof *xs, xs);
    CHECK_ARRAY(xs, ORACLE_LIST(2, 0, 4, 0, 6, 0, 4, 0), 4);
    __enzyme_batch_void((void *)twice, enzyme_width, 3, enzyme_scalar, xs);
    CHECK(xs[0], 16);

    flags s = __enzyme_batch_flags((void *)negative, enzyme_width, 2, (_Bool)0, (_Bool)1,
                                   enzyme_scalar, -1.0);
    CHECK_THAT(s.at[0] && !s.at[1]);
    return oracle_result();
}
