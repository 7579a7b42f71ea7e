/* Functions of <complex.h> for complex steps (complex.c): of z = x + iy, whose parts move by tiny
 * numbers a and b, how both parts of the result move. That is a derivative in one direction, taken
 * by central differences of the eighth order in long double, so that no formula for it is needed.
 * Where steps of different size do not agree, as at branch cuts, nothing is said. */
#define _GNU_SOURCE
#include "complex_steps.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef long double complex wide;
typedef wide function(wide z, wide w);

static wide number(long double real, long double imaginary)
{
    const long double parts[2] = {real, imaginary};
    wide z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* Two operands, and how they move. */
struct moving {
    wide z, w, dz, dw;
};

static long double step_of(wide z)
{
    long double size = cabsl(z);
    return size > 0 && size < 1 ? size : 1;
}

static wide slope(function *f, const struct moving *m)
{
    /* As in complex.c. */
    static const long double weights[] = {4 / 5.L, -1 / 5.L, 4 / 105.L, -1 / 280.L};
    long double scale = fmaxl(cabsl(m->dz) / step_of(m->z), cabsl(m->dw) / step_of(m->w));
    if (scale == 0)
        return 0;
    const long double h = 1 / 512.L;
    wide dz = m->dz / scale, dw = m->dw / scale, sum = 0, first = 0;
    for (int k = 0; k < 4; k++) {
        long double t = (k + 1) * h;
        wide d = f(m->z + t * dz, m->w + t * dw) - f(m->z - t * dz, m->w - t * dw);
        sum += weights[k] * d;
        first = k ? first : d / 2;
    }
    if (!(cabsl(sum - first) <= 0.01L * cabsl(sum)))
        enz_rt_complex_lose(1);
    return sum / h * scale;
}

static wide of_one(function *f, double x, double a, double y, double b)
{
    const struct moving m = {number(x, y), 1, number(a, b), 0};
    return slope(f, &m);
}

#define PARTS2(name, f)                                                                            \
    double enz_rt_complex_##name##_re(double x, double a, double y, double b);                     \
    double enz_rt_complex_##name##_im(double x, double a, double y, double b);                     \
    double enz_rt_complex_##name##_re(double x, double a, double y, double b)                      \
    {                                                                                              \
        return (double)creall(of_one(f, x, a, y, b));                                              \
    }                                                                                              \
    double enz_rt_complex_##name##_im(double x, double a, double y, double b)                      \
    {                                                                                              \
        return (double)cimagl(of_one(f, x, a, y, b));                                              \
    }

#define FOUR double x, double a, double y, double b, double u, double c, double v, double d
#define PARTS4(name, f)                                                                            \
    double enz_rt_complex_##name##_re(FOUR);                                                       \
    double enz_rt_complex_##name##_im(FOUR);                                                       \
    double enz_rt_complex_##name##_re(FOUR)                                                        \
    {                                                                                              \
        const struct moving m = {number(x, y), number(u, v), number(a, b), number(c, d)};          \
        return (double)creall(slope(f, &m));                                                       \
    }                                                                                              \
    double enz_rt_complex_##name##_im(FOUR)                                                        \
    {                                                                                              \
        const struct moving m = {number(x, y), number(u, v), number(a, b), number(c, d)};          \
        return (double)cimagl(slope(f, &m));                                                       \
    }

#define FUNCTION2(name)                                                                            \
    static wide name##_of(wide z, wide w)                                                          \
    {                                                                                              \
        (void)w;                                                                                   \
        return name##l(z);                                                                         \
    }
#define FUNCTION4(name)                                                                            \
    static wide name##_of(wide z, wide w)                                                          \
    {                                                                                              \
        return name##l(z, w);                                                                      \
    }
#define ANALYTIC(name, operands) FUNCTION##operands(name) PARTS##operands(name, name##_of)
#include "complex.def"

/* What products and quotients of complex numbers are compiled to. */
static wide product(wide z, wide w)
{
    return z * w;
}
static wide quotient(wide z, wide w)
{
    return z / w;
}
PARTS4(complex_mul, product)
PARTS4(complex_div, quotient)
