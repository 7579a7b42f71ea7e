/* What can be done with addresses of virtual arrays: they are moved, chosen, compared, handed on to
 * functions, cleared and copied; as adjoints, in several directions, of several types. */
#include <math.h>
#include <string.h>
#include "oracle.h"
#include "triplets.h"

extern int enzyme_dup, enzyme_const, enzyme_width;
void __enzyme_autodiff_void(void *, ...);
void __enzyme_fwddiff_void(void *, ...);
typedef struct {
    double at[2];
} two;
two __enzyme_fwddiff_two(void *, ...);
float *__enzyme_todense_float(void *, void *, ...);
int *__enzyme_post_sparse_todense(void *, void *, ...);

/* ---- memory that counts ---- */

struct counted {
    double at[16];
    int loads, stores;
};
static double counted_load(size_t offset, struct counted *c)
{
    c->loads++;
    return c->at[offset / sizeof(double)];
}
static void counted_store(double value, size_t offset, struct counted *c)
{
    c->stores++;
    c->at[offset / sizeof(double)] = value;
}
#define COUNTED(c) __enzyme_todense((void *)counted_load, (void *)counted_store, (c))

__attribute__((noinline)) static double sum_to(const double *p, const double *end)
{
    double s = 0;
    for (; p != end; p++)
        s += *p;
    return s;
}

static void by_hand(void)
{
    struct counted a = {.at = {1, 2, 3, 4}}, b = {.at = {0}};
    double *p = COUNTED(&a), *q = COUNTED(&b), real[4] = {0};
    CHECK(p[1], 2);
    CHECK_THAT(a.loads == 1 && a.stores == 0);
    p[1] = 7;
    CHECK_THAT(a.loads == 1 && a.stores == 1);
    CHECK(a.at[1], 7);
    CHECK(sum_to(p, p + 4), 15);
    CHECK(sum_to(p + 2, p + 4), 7);
    memcpy(real, p, sizeof real);
    CHECK(real[3], 4);
    memcpy(q + 1, p, 3 * sizeof *p);
    CHECK(b.at[3], 3);
    memset(p, 0, 2 * sizeof *p);
    CHECK(a.at[1], 0);
    CHECK(a.at[2], 3);
    CHECK_THAT(p != q && p != real && p + 1 > p && p);
    double *chosen = real[0] > 5 ? p + 2 : p + 3;
    CHECK(*chosen, 4);
}

/* ---- other types ---- */

static float half_load(size_t offset, float scale, short by)
{
    return scale * (float)(offset / sizeof(float)) + by;
}
static void half_store(float value, size_t offset, float scale, short by)
{
    (void)value, (void)offset, (void)scale, (void)by;
    abort();
}
static int int_load(size_t offset, int *at)
{
    return at[offset / sizeof(int)];
}
static void int_store(int value, size_t offset, int *at)
{
    at[offset / sizeof(int)] = value;
}
static float sum_of_squares(const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
float __enzyme_fwddiff_float(void *, ...);

static void other_types(void)
{
    float x[3] = {1, 2, 3};
    float *dx = __enzyme_todense_float((void *)half_load, (void *)half_store, 0.5F, 4);
    /* directions 4, 4.5, 5 */
    CHECK_FLOAT(__enzyme_fwddiff_float((void *)sum_of_squares, enzyme_dup, x, dx, enzyme_const, 3),
                2 * (4 + 9 + 15));
    int numbers[4] = {1, 2, 3, 4};
    int *p = __enzyme_post_sparse_todense((void *)int_load, (void *)int_store, numbers);
    for (int i = 0; i < 4; i++)
        p[i] += i;
    CHECK_THAT(numbers[0] == 1 && numbers[3] == 7);
}

/* ---- derivatives ---- */

static double product(const double *x, int n)
{
    double p = 1;
    for (int i = 0; i < n; i++)
        p *= x[i];
    return p;
}
static void scale(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = sin(x[i]) * x[0];
}
static double scaled(const double *x, int n)
{
    double copy[8];
    memcpy(copy, x, sizeof(double) * (size_t)n);
    scale(copy, n);
    return product(copy, n);
}

static void adjoints(void)
{
    double x[3] = {2, 3, 5}, dense[3] = {0};
    struct counted c = {0};
    struct triplets t = {0};
    __enzyme_autodiff_void((void *)product, enzyme_dup, x, COUNTED(&c), enzyme_const, 3);
    CHECK(c.at[0], 15);
    CHECK(c.at[1], 10);
    CHECK(c.at[2], 6);
    __enzyme_autodiff_void((void *)product, enzyme_dup, x, TRIPLETS(0, &t), enzyme_const, 3);
    for (size_t i = 0; i < t.count; i++)
        dense[t.at[i].row] += t.at[i].value;
    CHECK_ARRAY(dense, c.at, 3);
}

/* Reverse and forward mode agree, both with a virtual array and with memory. */
static void both_modes(void)
{
    double x[3] = {0.5, 0.7, 1.1}, gradient[3] = {0};
    struct counted c = {0};
    __enzyme_autodiff_void((void *)scaled, enzyme_dup, x, gradient, enzyme_const, 3);
    __enzyme_autodiff_void((void *)scaled, enzyme_dup, x, COUNTED(&c), enzyme_const, 3);
    CHECK_ARRAY(c.at, gradient, 3);
    for (int k = 0; k < 3; k++)
        CHECK(__enzyme_fwddiff((void *)scaled, enzyme_dup, x, UNIT(k), enzyme_const, 3),
              gradient[k]);
    two d = __enzyme_fwddiff_two((void *)scaled, enzyme_width, 2, enzyme_dup, x, UNIT(0), UNIT(2),
                                 enzyme_const, 3);
    CHECK(d.at[0], gradient[0]);
    CHECK(d.at[1], gradient[2]);
}

/* In place: the tangent of what is overwritten, which memory keeps. */
static void in_place(void)
{
    double x[3] = {0.5, 0.7, 1.1}, y[3], real[3] = {0, 1, 0};
    struct counted c = {.at = {0, 1, 0}};
    memcpy(y, x, sizeof y);
    __enzyme_fwddiff_void((void *)scale, enzyme_dup, x, real, enzyme_const, 3);
    __enzyme_fwddiff_void((void *)scale, enzyme_dup, y, COUNTED(&c), enzyme_const, 3);
    CHECK_ARRAY(c.at, real, 3);
}

int main(void)
{
    by_hand();
    other_types();
    adjoints();
    both_modes();
    in_place();
    return oracle_result();
}
