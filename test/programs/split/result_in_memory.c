/* A result of three numbers is returned through memory: the adjoint of the result is passed by
 * address, right after the function, to both halves. */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    struct three value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static struct three powers(double x)
{
    return (struct three){x, x * x, sin(x)};
}

int main(void)
{
    struct three seed = {1, 10, 100};
    struct augmented a = __enzyme_augmentfwd((void *)powers, &seed, 2.0);
    CHECK(a.value.x, 2);
    CHECK(a.value.y, 4);
    CHECK(a.value.z, sin(2));
    CHECK(__enzyme_reverse((void *)powers, &seed, 2.0, a.tape), 1 + 40 + 100 * cos(2));
    CHECK(seed.x + seed.y + seed.z, 0);
    return oracle_result();
}
