/* Functions whose lanes go one way and are done together, on vectors: every kind of value and
 * operation, to the same bits as one call after the other. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "oracle.h"

extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer;

enum { W = 13 }; /* eight lanes and five */

static double table[8] = {0.5, -1, 2, 0.25, 3, -0.125, 1, 7};

struct point {
    float x, y, z;
};
struct sums {
    double a, b;
    int n;
};

static float floats(float x, float y)
{
    float r = fmaxf(x, y) - fminf(y, 2 * x) + fabsf(y);
    return copysignf(r, x * y) + floorf(3 * x) + sqrtf(r * r + 1);
}

static int integers(int x, unsigned char c, int64_t k)
{
    int s = x * 8 ^ c;
    return (s % 7 + (int)(k >> 2)) * (s > 4 ? x : -x) + (c & 15) + (int)(k / (c | 1));
}

static double conversions(int i, float f, unsigned u)
{
    return i * 0.1 + (double)f / (u + 1.0) + (int)(f * 10) + (unsigned)(2 * f + 20) % 3 +
           (float)(i + 0.3);
}

static long double wide(long double x, double y)
{
    return x * y + 1 / (1 + x * x);
}

static double choices(double x, _Bool up, int kind)
{
    double r = up ? x : -x;
    r = x > 0.5 ? r * 2 : r;
    switch (kind) {
    case 0: return r + 1;
    case 1: r *= 3; /* fall through */
    case 2: r += x;
    }
    return r < 1 ? r : 1 / r;
}

static double gathers(const double *v, int i, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += v[k] * table[(i + k) & 7] * (k % 3 == 0 ? s : 1);
    return s;
}

/* Memory of its own, moved and addressed by what differs. */
static double own_memory(double x, int at)
{
    double a[8], b[8], *p = at & 1 ? a : b;
    for (int i = 0; i < 8; i++)
        a[i] = x * i, b[i] = x - i;
    p[at & 7] += x;
    memcpy(a + 2, b, 4 * sizeof *a);
    uint64_t bits;
    memcpy(&bits, &a[at & 3], sizeof bits);
    return a[3] * b[at & 7] + (double)(bits & 1) + a[(at + 1) & 7];
}

static struct point scaled(struct point p, float by)
{
    float n = p.x * p.x + p.y * p.y + p.z * p.z;
    return (struct point){p.x / n * by, p.y / n * by, p.z + by};
}

static struct sums by_memory(const struct sums *p, double x)
{
    struct sums r = {0};
    for (int i = 0; i < p->n; i++)
        r.a += x * p->a, r.b = r.a * r.b + x, r.n++;
    return r;
}

static double by_value(struct sums s, double x)
{
    return s.a * x + s.b * s.n;
}

static double library(double x, double y)
{
    return sin(x) * exp(y / 10) + pow(fabs(x) + 1, y / 5) + atan2(x, y) + cbrt(x);
}

static double parts(double x, double y)
{
    int e;
    double m = frexp(x, &e), whole, f = modf(y, &whole);
    return m * e + f * whole;
}

/* Alike for all lanes: nothing differs. */
static double constant(double x)
{
    double s = 0;
    for (int i = 1; i < 20; i++)
        s += x / i;
    return s;
}

static void store(double *to, double x)
{
    *to = x * x;
}

#define LANES(type, entry)                                                                         \
    struct entry {                                                                                 \
        type at[W];                                                                                \
    };                                                                                             \
    struct entry __enzyme_batch_##entry(void *, ...)
LANES(float, of_float);
LANES(int, of_int);
LANES(double, of_double);
LANES(long double, of_long_double);
LANES(struct point, of_point);
LANES(struct sums, of_sums);
void __enzyme_batch_nothing(void *, ...);

#define EACH(condition)                                                                            \
    for (int i = 0; i < W; i++)                                                                    \
    CHECK_THAT(condition)
#define BUFFER(x) enzyme_buffer, (int)sizeof *(x), (x)

int main(void)
{
    double x[W], y[W];
    float f[W], g[W];
    int n[W];
    unsigned u[W];
    unsigned char c[W];
    int64_t k[W];
    _Bool b[W];
    long double l[W];
    struct point p[W];
    struct sums s[W];
    oracle_random(x, W, 1);
    oracle_random(y, W, 2);
    for (int i = 0; i < W; i++) {
        f[i] = (float)x[i], g[i] = (float)(3 * y[i]), n[i] = i * 5 - 20, u[i] = (unsigned)i;
        c[i] = (unsigned char)(i * 37), k[i] = i * 1000003 - 7000000, b[i] = i % 3 == 0;
        l[i] = x[i] / 3, p[i] = (struct point){f[i], g[i], 1}, s[i] = (struct sums){x[i], y[i], i};
    }
    struct of_float rf =
        __enzyme_batch_of_float((void *)floats, enzyme_width, W, BUFFER(f), BUFFER(g));
    EACH(rf.at[i] == floats(f[i], g[i]));
    struct of_int ri =
        __enzyme_batch_of_int((void *)integers, enzyme_width, W, BUFFER(n), BUFFER(c), BUFFER(k));
    EACH(ri.at[i] == integers(n[i], c[i], k[i]));
    struct of_double r = __enzyme_batch_of_double((void *)conversions, enzyme_width, W, BUFFER(n),
                                                  BUFFER(f), BUFFER(u));
    EACH(r.at[i] == conversions(n[i], f[i], u[i]));
    struct of_long_double rl =
        __enzyme_batch_of_long_double((void *)wide, enzyme_width, W, BUFFER(l), BUFFER(x));
    EACH(rl.at[i] == wide(l[i], x[i]));
    for (int kind = 0; kind < 4; kind++) {
        r = __enzyme_batch_of_double((void *)choices, enzyme_width, W, BUFFER(x), BUFFER(b),
                                     enzyme_scalar, kind);
        EACH(r.at[i] == choices(x[i], b[i], kind));
    }
    r = __enzyme_batch_of_double((void *)gathers, enzyme_width, W, enzyme_scalar, x, BUFFER(n),
                                 enzyme_scalar, W);
    EACH(r.at[i] == gathers(x, n[i], W));
    r = __enzyme_batch_of_double((void *)gathers, enzyme_width, W, enzyme_buffer, 4L, x,
                                 enzyme_scalar, 3, enzyme_scalar, 0);
    EACH(r.at[i] == 0);
    r = __enzyme_batch_of_double((void *)own_memory, enzyme_width, W, BUFFER(x), BUFFER(n));
    EACH(r.at[i] == own_memory(x[i], n[i]));
    struct of_point rp =
        __enzyme_batch_of_point((void *)scaled, enzyme_width, W, BUFFER(p), BUFFER(f));
    EACH(rp.at[i].x == scaled(p[i], f[i]).x && rp.at[i].z == scaled(p[i], f[i]).z);
    struct of_sums rs =
        __enzyme_batch_of_sums((void *)by_memory, enzyme_width, W, enzyme_scalar, &s[9], BUFFER(x));
    EACH(rs.at[i].b == by_memory(&s[9], x[i]).b && rs.at[i].n == 9);
    rs = __enzyme_batch_of_sums((void *)by_memory, enzyme_width, W, BUFFER(s), BUFFER(x));
    EACH(rs.at[i].a == by_memory(&s[i], x[i]).a && rs.at[i].n == i);
    r = __enzyme_batch_of_double((void *)by_value, enzyme_width, W, BUFFER(s), enzyme_scalar, 2.0);
    EACH(r.at[i] == by_value(s[i], 2.0));
    r = __enzyme_batch_of_double((void *)library, enzyme_width, W, BUFFER(x), BUFFER(y));
    EACH(r.at[i] == library(x[i], y[i]));
    r = __enzyme_batch_of_double((void *)parts, enzyme_width, W, BUFFER(x), BUFFER(y));
    EACH(r.at[i] == parts(x[i], y[i]));
    r = __enzyme_batch_of_double((void *)constant, enzyme_width, W, enzyme_scalar, 2.5);
    EACH(r.at[i] == constant(2.5));
    __enzyme_batch_nothing((void *)store, enzyme_width, W, BUFFER(y), BUFFER(x));
    EACH(y[i] == x[i] * x[i]);
    return oracle_result();
}
