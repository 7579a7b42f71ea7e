/* Lanes that go ways of their own, done together: choices in place of branches, also nested ones,
 * and loops that lanes leave at different times. Values are those of calls, to the last bit;
 * gradients those of calls; what a lane computes in vain, such as quotients by 0, is nowhere. */
#include "oracle.h"
#include <math.h>

extern int enzyme_width, enzyme_buffer, enzyme_scalar;
enum { LANES = 8 };
struct lanes {
    double at[LANES];
};
struct lanes __enzyme_batch(void *, ...);

static double triangle(double x, double k)
{
    double y = x * k;
    if (x > 0.3)
        y += exp(x) / (x - 0.3);
    return y;
}
static double diamond(double x, double k)
{
    double y;
    int shift;
    if (x < 0)
        y = 1 / x + k, shift = 2;
    else
        y = sqrt(x) - k, shift = 1;
    return y * shift;
}
static double nested(double x, double k)
{
    double y = k;
    if (x > -0.5) {
        y = x * x;
        if (x > 0.25)
            y += k / x;
        else if (x > 0)
            y -= 3 * x / (x + 1);
    }
    return y + x;
}
/* Newton's method: each lane stops by itself. */
static double newton(double x, double k)
{
    double a = 2 + x, r = a * k;
    while (fabs(r * r - a) > 1e-14 * a)
        r = (r + a / r) / 2;
    return r;
}
/* A counter that is the same for all until some lanes leave; a branch inside; no turn at all for
 * some; then code behind that uses the counter. */
static double collatz(double x, double k)
{
    double n = floor(10 * fabs(x)), s = k;
    int steps = 0;
    while (n > 1) {
        s += x / n;
        if (fmod(n, 2) == 0)
            n = n / 2;
        else
            n = 3 * n + 1;
        steps++;
    }
    return s * (steps + 1) + sin(n * x);
}
/* The quotient in the loop is infinite for lanes that have left. */
static double leaves(double x, double k)
{
    double y = x, s = 0;
    while (y > 0.1) {
        y = y - 0.2;
        s += k / (y * y);
    }
    return s + y;
}
/* A loop whose number of turns all share, around one that lanes leave. */
static double both(double x, double k)
{
    double s = 0;
    for (int i = 0; i < 5; i++) {
        double r = 1 + x * x + i;
        while (r > 0.5)
            r = r * 0.7 - 0.01 * k;
        s += r * r * (i + 1);
    }
    return s;
}

typedef double function(double, double);
#define FUNCTIONS(F) F(triangle) F(diamond) F(nested) F(newton) F(collatz) F(leaves) F(both)

#define BATCH(name)                                                                                \
    static double name##_batch(const double *x, int n)                                             \
    {                                                                                              \
        struct lanes r = __enzyme_batch((void *)name, enzyme_width, LANES, enzyme_buffer,          \
                                        sizeof *x, x, enzyme_scalar, 1.25);                        \
        double sum = 0;                                                                            \
        for (int i = 0; i < n; i++)                                                                \
            sum += (i + 1) * r.at[i];                                                              \
        return sum;                                                                                \
    }                                                                                              \
    static void name##_check(const double *x)                                                      \
    {                                                                                              \
        struct lanes r = __enzyme_batch((void *)name, enzyme_width, LANES, enzyme_buffer,          \
                                        sizeof *x, x, enzyme_scalar, 1.25);                        \
        double batch[LANES] = {0};                                                                 \
        __enzyme_autodiff((void *)name##_batch, enzyme_dup, x, batch, enzyme_const, LANES);        \
        for (int i = 0; i < LANES; i++) {                                                          \
            CHECK(r.at[i], name(x[i], 1.25));                                                      \
            double one = __enzyme_autodiff((void *)name, x[i], enzyme_const, 1.25);                \
            CHECK(batch[i], (i + 1) * one);                                                        \
        }                                                                                          \
        ORACLE_GRADIENT(name##_batch, x, LANES);                                                   \
    }
FUNCTIONS(BATCH)

int main(void)
{
    double x[LANES] = {0.11, -0.73, 0.52, 0.27, -0.33, 1.93, 0.85, 3.37};
#define RUN(name) name##_check(x);
    FUNCTIONS(RUN)
    return oracle_result();
}
