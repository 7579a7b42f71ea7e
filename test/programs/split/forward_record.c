/* __enzyme_virtualforward gives the shadow of a function's address in forward mode: a record with
 * one function, {R, dR} f(a, da, ...). It goes where the shadow of a function pointer belongs, and
 * can be called by hand, whatever C does with the result. */
#include "oracle.h"
#include <math.h>
#include <stdbool.h>

void *__enzyme_virtualforward(void *, ...);

typedef double unary(double);
struct op {
    unary *f;
    double scale;
};

static double square(double x)
{
    return x * x;
}
static double wave(double x)
{
    double p = 1;
    for (int i = 0; i < 5; i++)
        p *= sin(x);
    return p;
}
static double run(const struct op *op, double x)
{
    return op->scale * op->f(x);
}
static unary *const table[] = {square, wave};

static void as_shadows(void)
{
    for (int i = 0; i < 2; i++) {
        struct op op = {table[i], 3}, dop = {(unary *)__enzyme_virtualforward((void *)table[i]), 2};
        double want = i ? 5 * pow(sin(0.7), 4) * cos(0.7) : 1.4;
        CHECK(__enzyme_fwddiff((void *)run, enzyme_dup, &op, &dop, 0.7, 1.0),
              3 * want + 2 * table[i](0.7));
    }
}

/* ---- called by hand -------------------------------------------------------------------------- */

struct number {
    double value, tangent;
};
static void number(void)
{
    struct {
        struct number (*forward)(double, double);
    } const *r = __enzyme_virtualforward((void *)wave);
    struct number t = r->forward(0.3, 2.0);
    CHECK(t.value, wave(0.3));
    CHECK(t.tangent, 10 * pow(sin(0.3), 4) * cos(0.3));
}

static double weighted(const double *x, long n, bool twice, float w)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += (twice ? 2 : 1) * w * x[i] * x[i];
    return sum;
}
static void arguments(void)
{
    struct {
        struct number (*forward)(const double *, const double *, long, long, bool, float, float);
    } const *r = __enzyme_virtualforward((void *)weighted);
    double x[] = {1, 2, 3}, dx[] = {0.5, 0, 1};
    struct number t = r->forward(x, dx, 3, 3, true, 1.5f, 2.0f);
    CHECK(t.value, weighted(x, 3, true, 1.5f));
    CHECK(t.tangent, 2 * 2 * 1.5 * (1 * 0.5 + 3 * 1) + 2 * 2.0 * 14);
}

static void scale(double *x, int n, double by)
{
    for (int i = 0; i < n; i++)
        x[i] *= by;
}
static void memory(void)
{
    struct {
        void (*forward)(double *, double *, int, int, double, double);
    } const *r = __enzyme_virtualforward((void *)scale);
    double x[] = {1, 2}, dx[] = {3, 4};
    r->forward(x, dx, 2, 2, 5.0, 7.0);
    CHECK_ARRAY(x, ((double[]){5, 10}), 2);
    CHECK_ARRAY(dx, ((double[]){15 + 7, 20 + 14}), 2);
}

static float half_wave(float x)
{
    return sinf(x) / 2;
}
static int steps(double x)
{
    return (int)floor(x);
}
static bool positive(const double *x)
{
    return *x > 0;
}
static double *element(double *x, int i)
{
    return x + i;
}
static void results(void)
{
    struct {
        struct floats {
            float value, tangent;
        } (*forward)(float, float);
    } const *f = __enzyme_virtualforward((void *)half_wave);
    struct floats pair = f->forward(0.5f, 3.0f);
    CHECK_FLOAT(pair.value, sinf(0.5f) / 2);
    CHECK_FLOAT(pair.tangent, 3 * cosf(0.5f) / 2);

    struct {
        struct integers {
            int value, again;
        } (*forward)(double, double);
    } const *i = __enzyme_virtualforward((void *)steps);
    struct integers counts = i->forward(2.5, 1.0);
    CHECK_THAT(counts.value == 2 && counts.again == 2);

    struct {
        bool (*forward)(const double *, const double *);
    } const *b = __enzyme_virtualforward((void *)positive);
    double x[2] = {1, -1}, dx[2] = {0, 0};
    CHECK_THAT(b->forward(x, dx) && !b->forward(x + 1, dx + 1));

    struct {
        struct pointers {
            double *value, *shadow;
        } (*forward)(double *, double *, int, int);
    } const *p = __enzyme_virtualforward((void *)element);
    struct pointers at = p->forward(x, dx, 1, 1);
    CHECK_THAT(at.value == x + 1 && at.shadow == dx + 1);
}

/* ---- structs, and several directions --------------------------------------------------------- */

struct vec {
    double x, y, z;
};
static struct vec turned(struct vec v, double angle)
{
    double c = cos(angle), s = sin(angle);
    return (struct vec){c * v.x - s * v.y, s * v.x + c * v.y, v.z * angle};
}
static void in_memory(void)
{
    struct both {
        struct vec value, tangent;
    };
    struct {
        struct both (*forward)(struct vec, struct vec, double, double);
    } const *r = __enzyme_virtualforward((void *)turned);
    struct vec v = {1, 2, 3}, dv = {0.5, -1, 2};
    struct both b = r->forward(v, dv, 0.3, 2.0);
    double c = cos(0.3), s = sin(0.3);
    struct vec want = turned(v, 0.3);
    CHECK_ARRAY(&b.value.x, &want.x, 3);
    CHECK_ARRAY(&b.tangent.x,
                ((double[]){c * 0.5 + s + 2 * (-s * 1 - c * 2), s * 0.5 - c + 2 * (c * 1 - s * 2),
                            2 * 0.3 + 3 * 2}),
                3);
}

struct span {
    const double *at;
    long count;
};
static double total(struct span s, double w)
{
    return weighted(s.at, s.count, false, 1) * w;
}
static void in_pieces(void)
{
    struct {
        struct number (*forward)(struct span, struct span, double, double);
    } const *r = __enzyme_virtualforward((void *)total);
    double x[] = {1, 2, 3}, dx[] = {0.5, 0, 1};
    struct number t = r->forward((struct span){x, 3}, (struct span){dx, 3}, 2.0, 1.0);
    CHECK(t.value, 28);
    CHECK(t.tangent, 2 * 7.0 + 14);
}

extern int enzyme_width;
static double product(double x, double y)
{
    return x * y;
}
static void directions(void)
{
    struct three {
        double value, tangents[2];
    };
    struct {
        struct three (*forward)(double, double, double, double, double, double);
    } const *r = __enzyme_virtualforward((void *)product, enzyme_width, 2);
    struct three t = r->forward(3, 1, 0, 5, 0, 1);
    CHECK(t.value, 15);
    CHECK_ARRAY(t.tangents, ((double[]){5, 3}), 2);
}

/* Of what only the run knows. */
static void looked_up(void)
{
    unary *volatile chosen = table[1];
    CHECK_THAT(__enzyme_virtualforward((void *)chosen) == __enzyme_virtualforward((void *)wave));
}

int main(void)
{
    as_shadows();
    number();
    arguments();
    memory();
    results();
    in_memory();
    in_pieces();
    directions();
    looked_up();
    return oracle_result();
}
