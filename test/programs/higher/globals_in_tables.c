/* Derivatives of derivatives of functions that keep numbers in globals, which they reach by name or
 * through a table: the shadows that the inner derivative has are memory of the outer one's. */
#include "oracle.h"

static double value, cells[3], row[3];
static double *const places[2] = {&value, cells + 1};
static int n;

static double through_table(double x)
{
    *places[n & 1] = x * x * x;
    return *places[n & 1] * x;
}

static double by_name(double x)
{
    for (int i = 0; i < 3; i++)
        row[i] = x * x * x * i;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += row[i] * row[(i + n) % 3];
    return sum;
}

#define GRADIENT_OF(f)                                                                             \
    static double gradient_##f(double x)                                                           \
    {                                                                                              \
        return __enzyme_autodiff((void *)(f), x);                                                  \
    }
#define TANGENT_OF(f)                                                                              \
    static double tangent_##f(double x)                                                            \
    {                                                                                              \
        return __enzyme_fwddiff((void *)(f), x, 1.0);                                              \
    }
GRADIENT_OF(through_table)
GRADIENT_OF(by_name)
TANGENT_OF(through_table)
TANGENT_OF(by_name)

#define CHECK_SECOND(f, want)                                                                      \
    CHECK(__enzyme_fwddiff((void *)gradient_##f, x, 1.0), want);                                   \
    CHECK(__enzyme_fwddiff((void *)tangent_##f, x, 1.0), want);                                    \
    CHECK(__enzyme_autodiff((void *)gradient_##f, x), want);                                       \
    CHECK(__enzyme_autodiff((void *)tangent_##f, x), want)

int main(void)
{
    double x = 1.1;
    for (n = 0; n < 2; n++) {
        CHECK_SECOND(through_table, 12 * x * x);
        CHECK_SECOND(by_name, (n ? 2 : 5) * 30 * x * x * x * x);
    }
    return oracle_result();
}
