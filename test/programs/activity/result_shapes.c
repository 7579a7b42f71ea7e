/* One list of gradients fitted to an array in a struct, to nested structs and to mixed types. */
#include "oracle.h"

struct array {
    double g[3];
};
struct nested {
    struct one first;
    struct {
        double y, z;
    } rest;
};
struct mixed {
    double a;
    float b;
    double c;
};

extern struct array __enzyme_autodiff_array(void *, ...);
extern struct nested __enzyme_autodiff_nested(void *, ...);
extern struct mixed __enzyme_autodiff_mixed(void *, double, float, double);

static double f(double x, double y, double z)
{
    return x * y * y + z * z * x;
}

static double g(double x, float y, double z)
{
    return x * y + z * y;
}

int main(void)
{
    struct array a = __enzyme_autodiff_array((void *)f, 2.0, 3.0, 5.0);
    struct nested n = __enzyme_autodiff_nested((void *)f, 2.0, 3.0, 5.0);
    struct mixed m = __enzyme_autodiff_mixed((void *)g, 2.0, 3.0f, 5.0);

    CHECK_ARRAY(a.g, ((double[]){34, 12, 20}), 3);
    CHECK(n.first.x, 34);
    CHECK(n.rest.y, 12);
    CHECK(n.rest.z, 20);
    CHECK(m.a, 3);
    CHECK_FLOAT(m.b, 7);
    CHECK(m.c, 3);
    return oracle_result();
}
