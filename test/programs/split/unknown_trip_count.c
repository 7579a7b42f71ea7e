/* A loop that ends when its data says so; the tape grows with the run and is freed with it. */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static double newton(double a)
{
    double x = a;
    while (fabs(x * x - a) > 1e-13)
        x = 0.5 * (x + a / x);
    return x;
}

int main(void)
{
    size_t before = oracle_heap_in_use();
    for (double a = 2; a < 6; a++) {
        struct augmented r = __enzyme_augmentfwd((void *)newton, a);
        CHECK(r.value, sqrt(a));
        double g = __enzyme_reverse((void *)newton, a, 4.0, r.tape);
        CHECK(g, 2 / sqrt(a));
    }
    CHECK_THAT(oracle_heap_in_use() <
               before + 8192); /* the C library may keep a few freed blocks */
    return oracle_result();
}
