/* Atomic updates in several directions at once, and in a function that is not inlined. */
#include <stdatomic.h>
#include "oracle.h"

__attribute__((noinline)) static void update(_Atomic double *s, double v, int depth)
{
    double old = atomic_load(s);
    while (!atomic_compare_exchange_weak(s, &old, old * v))
        ;
    *s += v;
    if (depth > 0)
        update(s, 0.5 * v, depth - 1);
}

static double f(double x, double y)
{
    _Atomic double s = x;
    update(&s, y, 2);
    return s;
}

int main(void)
{
    double x = 1.3, y = 0.7; /* ((x y + y) y/2 + y/2) y/4 + y/4 */
    double gx = y * y * y / 8, gy = 3 * x * y * y / 8 + 3 * y * y / 8 + 2 * y / 8 + 0.25;
    ORACLE_SCALAR2_IS(f, x, y, gx, gy);
    struct two t = __enzyme_fwddiff_2((void *)f, enzyme_width, 2, x, 1.0, 0.0, y, 0.0, 1.0);
    CHECK(t.x, gx);
    CHECK(t.y, gy);
    return oracle_result();
}
