/* A struct passed by pointer with a shadow struct. */
#include "oracle.h"

struct spring {
    double length;
    long kind;
    double stiffness;
    struct {
        float damping;
        double offset;
    } inner;
};

static double energy(const struct spring *s, double at)
{
    double d = at - s->length - s->inner.offset;
    return s->kind * 0.5 * s->stiffness * d * d + s->inner.damping * d;
}

int main(void)
{
    struct spring s = {1.5, 2, 10, {0.25f, 0.5}}, shadow = {0};
    double d = 3 - 1.5 - 0.5, da;

    da = __enzyme_autodiff((void *)energy, enzyme_dup, &s, &shadow, 3.0);
    CHECK(da, 20 * d + 0.25);
    CHECK(shadow.length, -20 * d - 0.25);
    CHECK(shadow.stiffness, d * d);
    CHECK_FLOAT(shadow.inner.damping, d);
    CHECK(shadow.inner.offset, -20 * d - 0.25);
    CHECK_THAT(shadow.kind == 0);
    return oracle_result();
}
