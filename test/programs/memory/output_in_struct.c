/* Results returned through a struct pointer, seeded field by field. */
#include <math.h>
#include "oracle.h"

struct polar {
    double radius, angle;
    int quadrant;
};

static void to_polar(double x, double y, struct polar *p)
{
    p->radius = sqrt(x * x + y * y);
    p->angle = atan2(y, x);
    p->quadrant = x > 0 ? y > 0 ? 1 : 4 : y > 0 ? 2 : 3;
}

int main(void)
{
    struct polar p = {0}, d = {1, 0, 0};
    struct two g = __enzyme_autodiff_2((void *)to_polar, 3.0, 4.0, enzyme_dup, &p, &d);

    CHECK(g.x, 0.6);
    CHECK(g.y, 0.8);
    CHECK_THAT(p.quadrant == 1 && p.radius == 5);
    d = (struct polar){0, 1, 0};
    g = __enzyme_autodiff_2((void *)to_polar, 3.0, 4.0, enzyme_dup, &p, &d);
    CHECK(g.x, -4 / 25.0);
    CHECK(g.y, 3 / 25.0);
    CHECK(d.angle, 0);
    return oracle_result();
}
