/* -fenz-check=kinks: says where a run came within rounding of a point where an operation is not
 * smooth, or steps.
 *
 * Distances count as rounding up to a few units in the last place of the operands, and of the terms
 * of which an operand is a sum: x = a - b is as far off as a and b are. */
#include "enz_rt.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum shape {
#define SHAPE(name) SHAPE_##name,
#include "kink_shapes.def"
#undef SHAPE
};

enum { UNITS = 4 };

static double from_integer(double x)
{
    return x - rint(x);
}
static double from_half(double x)
{
    return x - (floor(x) + 0.5);
}

/* How far the operands are from the kink, and the size of the numbers that this is a difference
 * of. */
static double distance(enum shape shape, double x, double y, double *size)
{
    *size = fabs(x);
    switch (shape) {
    case SHAPE_ZERO: *size = 0; return x;
    case SHAPE_BOTH_ZERO: *size = 0; return fmax(fabs(x), fabs(y));
    case SHAPE_TIE: *size += fabs(y); return x - y;
    case SHAPE_ONE: return fabs(x) - 1;
    case SHAPE_INTEGER: return from_integer(x);
    case SHAPE_HALF: return from_half(x);
    case SHAPE_QUOTIENT: return y * from_integer(x / y);
    case SHAPE_HALF_QUOTIENT: return y * from_half(x / y);
    case SHAPE_POWER: *size = 0; return y >= 0 && y == floor(y) ? INFINITY : x;
    }
    return INFINITY;
}

static bool shows_both(enum shape shape)
{
    return shape == SHAPE_BOTH_ZERO || shape == SHAPE_TIE || shape == SHAPE_QUOTIENT ||
           shape == SHAPE_HALF_QUOTIENT || shape == SHAPE_POWER;
}

/* The first time, the tenth, the hundredth; with `all`, each. */
static bool is_reported(uint64_t times, const char *wish)
{
    while (times % 10 == 0)
        times /= 10;
    return times == 1 || (wish && strstr(wish, "all"));
}

static void report(struct enz_rt_kink_site *site, double x, double y)
{
    const char *wish = getenv("ENZCC_CHECK");
    uint64_t times = __atomic_add_fetch(&site->times, 1, __ATOMIC_RELAXED);
    char second[32] = "", count[48] = "";
    if (shows_both((enum shape)site->shape))
        snprintf(second, sizeof second, " and %.17g", y);
    if (times > 1)
        snprintf(count, sizeof count, " (%llu times so far)", (unsigned long long)times);
    if (is_reported(times, wish))
        fprintf(stderr, "enzcc: %s: %s is within rounding of a kink: %s of %.17g%s%s\n",
                site->where, site->function, site->what, x, second, count);
    if (wish && strstr(wish, "stop"))
        abort();
}

void enz_rt_kink(struct enz_rt_kink_site *site, double x, double y, double terms)
{
    double size, d = distance((enum shape)site->shape, x, y, &size);
    if (isfinite(d) && (fabs(d) <= UNITS * site->epsilon * (size + terms) || fabs(d) < DBL_MIN))
        report(site, x, y);
}
