/* A dupnoneed primal that is never read may be any pointer. */
#include <stddef.h>
#include "oracle.h"

static void f(double x, double *y)
{
    *y = x * x;
}

int main(void)
{
    double dy = 1;

    CHECK(__enzyme_autodiff((void *)f, 3.0, enzyme_dupnoneed, NULL, &dy), 6);
    CHECK(dy, 0);
    return oracle_result();
}
