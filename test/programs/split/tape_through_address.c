/* An opaque tape stored with enzyme_tape: its pointer leaves the result, which is then the primal's
 * own. */
#include "oracle.h"
#include <math.h>

extern int enzyme_tape;
double __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

struct call {
    double x, y;
    void *tape;
};

static double f(double x)
{
    return exp(x) * x;
}

int main(void)
{
    struct call c = {.x = 0.5};
    c.y = __enzyme_augmentfwd((void *)f, enzyme_tape, &c.tape, c.x);
    CHECK(c.y, 0.5 * exp(0.5));
    CHECK(__enzyme_reverse((void *)f, enzyme_tape, &c.tape, c.x, 2.0), 2 * 1.5 * exp(0.5));
    return oracle_result();
}
