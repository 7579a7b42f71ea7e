/* Products and sums of products (x y + z, one operation where the target contracts them) that are
 * computed before a branch, from a quotient that is infinite, and are used in the branch only:
 * where that is not taken, no operand has a derivative. A product's partial derivatives are its
 * operands, so that only the quotient needs a guard. */
#include "oracle.h"
#include <math.h>

struct gradient {
    double x, y, z, w;
};
struct gradient __enzyme_autodiff_gradient(void *, ...);

static double once(double x, double y, double z, double w, int use, double *seen)
{
    double q = x / y, t = q * z + w, r = w * w;
    if (use) {
        *seen = 1;
        r = t + sin(t);
    }
    return r;
}
static double once_fma(double x, double y, double z, double w, int use, double *seen)
{
    double q = x / y, t = fma(q, z, w), r = w * w;
    if (use) {
        *seen = 1;
        r = t * t;
    }
    return r;
}
/* At i = y the quotient is infinite. */
static double many(double x, double y, double z, double w, int n, double *seen)
{
    double r = w;
    for (int i = 0; i < n; i++) {
        double q = x / (y - i), t = q * z + w * w;
        if (fabs(y - i) > 0.5) {
            *seen = i;
            r += t + 100 * t * t;
        }
    }
    return r;
}

static struct gradient many_by_hand(double x, double y, double z, double w, int n)
{
    struct gradient g = {0, 0, 0, 1};
    for (int i = 0; i < n; i++) {
        if (fabs(y - i) <= 0.5)
            continue;
        double d = y - i, t = x / d * z + w * w, dt = 1 + 200 * t;
        g.x += dt * z / d;
        g.y -= dt * z * x / (d * d);
        g.z += dt * x / d;
        g.w += dt * 2 * w;
    }
    return g;
}

static void same(struct gradient got, struct gradient want)
{
    CHECK(got.x, want.x);
    CHECK(got.y, want.y);
    CHECK(got.z, want.z);
    CHECK(got.w, want.w);
}

int main(void)
{
    double seen = 0;
    same(__enzyme_autodiff_gradient((void *)once, 1.0, 0.0, 2.0, 3.0, enzyme_const, 0, enzyme_const,
                                    &seen),
         (struct gradient){0, 0, 0, 6});
    same(__enzyme_autodiff_gradient((void *)once_fma, 1.0, 0.0, 2.0, 3.0, enzyme_const, 0,
                                    enzyme_const, &seen),
         (struct gradient){0, 0, 0, 6});
    same(__enzyme_autodiff_gradient((void *)once_fma, 1.0, 0.5, 2.0, 3.0, enzyme_const, 1,
                                    enzyme_const, &seen),
         (struct gradient){56, -112, 28, 14});
    same(__enzyme_autodiff_gradient((void *)many, 1.0, 1.0, 2.0, 3.0, enzyme_const, 4, enzyme_const,
                                    &seen),
         many_by_hand(1, 1, 2, 3, 4));
    CHECK_THAT(seen == 3);
    return oracle_result();
}
