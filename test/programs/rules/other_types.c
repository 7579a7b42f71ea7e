/* Rules for float, long double and mixed parameters; integers of several widths. */
#include "oracle.h"
#include <math.h>

long double scale(long double x)
{
    return 3 * x;
}
long double scale_reverse(long double x, long double seed)
{
    return 30 * seed;
}
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)scale, (void *)scale_reverse};

struct mixed {
    float x;
    double y;
};
double mix(float x, char c, double y, _Bool b, short s)
{
    return x * y * c * s + b;
}
double mix_augmented(float x, char c, char dc, double y, _Bool b, _Bool db, short s, short ds)
{
    return c == dc && b == db && s == ds ? mix(x, c, y, b, s) : NAN;
}
struct mixed mix_reverse(float x, char c, char dc, double y, _Bool b, _Bool db, short s, short ds,
                         double seed)
{
    return (struct mixed){(float)(10 * y * c * s * seed), 10 * x * c * s * seed};
}
void *__enzyme_register_gradient_mix[] = {(void *)mix, (void *)mix_augmented, (void *)mix_reverse};

int round_up(double x, double *out)
{
    *out = ceil(x);
    return *out > 2;
}
int round_up_augmented(double x, double *out, double *dout)
{
    return round_up(x, out);
}
double round_up_reverse(double x, double *out, double *dout)
{
    double seed = *dout;
    *dout = 0;
    return seed; /* straight through */
}
void *__enzyme_register_gradient_round_up[] = {(void *)round_up, (void *)round_up_augmented,
                                               (void *)round_up_reverse};

static double f(double x)
{
    return scale(x);
}
static double g(double x)
{
    return mix((float)x, 2, x * x, 1, -3);
}
static double h(double x)
{
    double y;
    return round_up(x, &y) ? y * y : y;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 2.0), 30);
    CHECK_FLOAT(__enzyme_autodiff((void *)g, 2.0), -60 * 12);
    CHECK(__enzyme_autodiff((void *)h, 2.5), 6);
    CHECK(__enzyme_autodiff((void *)h, 0.5), 1);
    return oracle_result();
}
