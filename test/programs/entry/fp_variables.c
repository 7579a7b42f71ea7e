/* The function of a derivative call in variables, struct members, arrays, behind a getter, a
 * typedef, a conditional. */
#include <math.h>
#include "oracle.h"

typedef double scalar(double);
static double square(double x)
{
    return x * x;
}
static double cube(double x)
{
    return x * x * x;
}
struct problem {
    const char *name;
    scalar *f;
    double at;
};
static scalar *const constant = square;
static const struct problem problems[] = {{"square", square, 3}, {"cube", cube, 2}};
static scalar *get(void)
{
    return cube;
}

static double slope_of(scalar *f, double at)
{
    return __enzyme_autodiff((void *)f, at);
}

int main(void)
{
    double (*fp)(double) = square;
    void *opaque = (void *)cube;
    struct problem local = {"local", cube, 5};
    scalar *array[2] = {cube, square}, **pp = &array[1];
    CHECK(__enzyme_autodiff((void *)fp, 3.0), 6);
    CHECK(__enzyme_autodiff(opaque, 3.0), 27);
    CHECK(__enzyme_autodiff((void *)constant, 4.0), 8);
    CHECK(__enzyme_autodiff((void *)local.f, local.at), 75);
    CHECK(__enzyme_autodiff((void *)*pp, 3.0), 6);
    CHECK(__enzyme_autodiff((void *)get(), 3.0), 27);
    CHECK(__enzyme_autodiff((void *)(local.at > 4 ? cube : square), 3.0), 27);
    for (int i = 0; i < 2; i++)
        CHECK(__enzyme_autodiff((void *)problems[i].f, problems[i].at), i ? 12 : 6);
    CHECK(slope_of(square, 5), 10);
    CHECK(slope_of(cube, 1), 3);
    CHECK(__enzyme_fwddiff((void *)&square, 3.0, 1.0), 6);
    CHECK(__enzyme_fwddiff(*&fp, 3.0, 1.0), 6);
    CHECK(__enzyme_autodiff((void *)sin, 0.0), 1);
    return oracle_result();
}
