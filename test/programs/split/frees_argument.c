/* The function frees a block that the program gave it, and its shadow: both wait until the reverse
 * call is done. */
#include "oracle.h"
#include <stdlib.h>

struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double take(double *block, const double *x)
{
    double v = block[0] * x[0] * block[1];
    free(block);
    return v;
}

int main(void)
{
    size_t before = oracle_heap_in_use();
    double *block = malloc(2 * sizeof *block), *shadow = calloc(2, sizeof *shadow), x = 3, dx = 0;
    block[0] = 2;
    block[1] = 5;
    struct augmented a =
        __enzyme_augmentfwd((void *)take, enzyme_dup, block, shadow, enzyme_dup, &x, &dx);
    CHECK(a.value, 30);
    __enzyme_reverse((void *)take, enzyme_dup, block, shadow, enzyme_dup, &x, &dx, 1.0, a.tape);
    CHECK(dx, 10);
    CHECK_THAT(oracle_heap_in_use() <
               before + 8192); /* the C library may keep a few freed blocks */
    return oracle_result();
}
