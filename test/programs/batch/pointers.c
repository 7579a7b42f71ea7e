/* __enzyme_batch of functions that only the run knows: in tables, in structs, behind parameters of
 * functions that others call; with all kinds of operands. */
#include "oracle.h"

extern int enzyme_width, enzyme_scalar, enzyme_vector, enzyme_buffer;
struct lanes4 {
    double v[4];
};
struct lanes3 {
    float v[3];
};
extern struct lanes4 __enzyme_batch_four(void *, ...);
extern struct lanes3 __enzyme_batch_three(void *, ...);
extern void __enzyme_batch_void(void *, ...);

static double product(double x, double y)
{
    return x * y;
}
static double power(double x, double y)
{
    double p = 1;
    for (int i = 0; i < (int)y; i++)
        p *= x;
    return p;
}
static float halved(float x, int times)
{
    while (times-- > 0)
        x /= 2;
    return x;
}
static float more(float x, int times)
{
    return x + (float)times;
}
static void store(double *to, double x, char factor)
{
    *to += factor * x;
}
static void clear(double *to, double x, char factor)
{
    *to = 0 * x * factor;
}

typedef double binary(double, double);
typedef void update(double *, double, char);
struct table {
    binary *f;
    update *g;
    float (*h)(float, int);
};
static struct table tables[2];

__attribute__((noinline)) static struct lanes4 lanes(binary *f, const double *x)
{
    return __enzyme_batch_four((void *)f, enzyme_width, 4, enzyme_buffer, 8L, x, enzyme_scalar,
                               3.0);
}

static void check(const struct table *t, int which)
{
    double x[4] = {1, 2, 3, 4}, y[4] = {1, 1, 1, 1};
    struct lanes4 a = lanes(t->f, x);
    struct lanes4 b = __enzyme_batch_four((void *)t->f, enzyme_width, 4, enzyme_vector, 1.0, 2.0,
                                          3.0, 4.0, enzyme_vector, 1.0, 2.0, 3.0, 2.0);
    struct lanes3 c =
        __enzyme_batch_three((void *)t->h, enzyme_width, 3, 8.0f, 4.0f, 2.0f, enzyme_scalar, 2);
    __enzyme_batch_void((void *)t->g, enzyme_width, 4, enzyme_buffer, 8L, y, enzyme_vector, x[0],
                        x[1], x[2], x[3], enzyme_scalar, (char)2);
    for (int i = 0; i < 4; i++) {
        double second = (double[]){1, 2, 3, 2}[i];
        CHECK(a.v[i], which ? x[i] * x[i] * x[i] : 3 * x[i]);
        CHECK(b.v[i], which ? power(x[i], second) : x[i] * second);
        CHECK(y[i], which ? 0 : 1 + 2 * x[i]);
    }
    for (int i = 0; i < 3; i++) {
        float first = (float[]){8, 4, 2}[i];
        CHECK_FLOAT(c.v[i], which ? first + 2 : first / 4);
    }
}

int main(int argc, char **argv)
{
    struct table both[] = {{product, store, halved}, {power, clear, more}};
    for (int i = 0; i < 2; i++)
        tables[(i + argc) % 2] = both[i];
    check(&tables[argc % 2], 0);
    check(&tables[(argc + 1) % 2], 1);
    return oracle_result();
}
