/* Results of derivative calls are operands of others directly: values, shadows' addresses, structs
 * taken apart. */
#include "oracle.h"

static double square(double x)
{
    return x * x;
}
static double product(double a, double b)
{
    return a * b * b;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)square, __enzyme_autodiff((void *)square, 1.5)), 6);
    CHECK(__enzyme_fwddiff((void *)square, __enzyme_autodiff((void *)square, 2.0),
                           __enzyme_fwddiff((void *)square, 5.0, 1.0)),
          80);
    struct two g = __enzyme_autodiff_2((void *)product, __enzyme_autodiff((void *)square, 1.0),
                                       __enzyme_autodiff_2((void *)product, 3.0, 2.0).y);
    CHECK(g.x, 144);
    CHECK(g.y, 48);
    CHECK(__enzyme_autodiff(
              (void *)square,
              __enzyme_autodiff((void *)square, __enzyme_autodiff((void *)square, 1.0) + 1) / 2),
          6);
    return oracle_result();
}
