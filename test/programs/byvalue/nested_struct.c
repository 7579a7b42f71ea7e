/* Nested structs by value, forward and reverse. */
#include "oracle.h"

struct inner {
    double a;
};
struct outer {
    struct inner first;
    struct inner second;
};

static double f(struct outer o, double s)
{
    return o.first.a * o.second.a * s;
}

int main(void)
{
    struct outer o = {{3}, {5}}, d = {{1}, {10}};
    struct three g = __enzyme_autodiff_3((void *)f, o, 2.0);

    CHECK(g.x, 10);
    CHECK(g.y, 6);
    CHECK(g.z, 15);
    CHECK(__enzyme_fwddiff((void *)f, o, d, 2.0, 0.0), 10 + 60);
    return oracle_result();
}
