/* The function returns memory that it allocated: the first half returns it with its shadow, both
 * live on; the shadow is where the seed goes. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

struct augmented {
    void *tape;
    double *value, *shadow;
};
struct augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double *squares(const double *x, int n)
{
    double *y = malloc((size_t)n * sizeof *y);
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    return y;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0};
    size_t before = oracle_heap_in_use();
    struct augmented a = __enzyme_augmentfwd((void *)squares, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK(a.value[2], 9);
    CHECK(a.shadow[2], 0);
    CHECK(a.value != a.shadow, 1);
    a.shadow[0] = 1;
    a.shadow[2] = 10;
    __enzyme_reverse((void *)squares, enzyme_dup, x, dx, enzyme_const, 3, a.tape);
    CHECK(a.value[1], 4);
    free(a.value);
    free(a.shadow);
    CHECK(dx[0], 2);
    CHECK(dx[1], 0);
    CHECK(dx[2], 60);
    CHECK_THAT(oracle_heap_in_use() <
               before + 8192); /* the C library may keep a few freed blocks */
    return oracle_result();
}
