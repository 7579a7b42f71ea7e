/* The returned pointer leads into an argument: so does its shadow. */
#include "oracle.h"

struct augmented {
    void *tape;
    double *value, *shadow;
};
struct augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double *largest(double *x, int n)
{
    double *best = x;
    for (int i = 1; i < n; i++)
        if (x[i] > *best)
            best = &x[i];
    *best *= *best;
    return best;
}

int main(void)
{
    double x[4] = {1, 5, 3, 2}, dx[4] = {0};
    struct augmented a = __enzyme_augmentfwd((void *)largest, enzyme_dup, x, dx, enzyme_const, 4);
    CHECK((double)(a.value - x), 1);
    CHECK((double)(a.shadow - dx), 1);
    *a.shadow = 1;
    __enzyme_reverse((void *)largest, enzyme_dup, x, dx, enzyme_const, 4, a.tape);
    CHECK(dx[1], 10);
    CHECK(dx[0] + dx[2] + dx[3], 0);
    return oracle_result();
}
