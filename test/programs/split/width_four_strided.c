/* Four directions with strided shadows; four seeds as one struct, which C passes in memory. */
#include "oracle.h"

extern int enzyme_dupv;
struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double product(const double *x, int n)
{
    double p = 1;
    for (int i = 0; i < n; i++)
        p *= x[i];
    return p;
}

int main(void)
{
    struct four seed = {1, 2, 3, 4};
    double x[3] = {2, 3, 5}, d[4][3] = {{0}};
    struct augmented a = __enzyme_augmentfwd((void *)product, enzyme_width, 4, enzyme_dupv,
                                             sizeof d[0], x, d, enzyme_const, 3);
    CHECK(a.value, 30);
    x[0] = x[1] = x[2] = 0;
    __enzyme_reverse((void *)product, enzyme_width, 4, enzyme_dupv, sizeof d[0], x, d, enzyme_const,
                     3, seed, a.tape);
    for (int v = 0; v < 4; v++) {
        CHECK(d[v][0], 15 * (v + 1));
        CHECK(d[v][1], 10 * (v + 1));
        CHECK(d[v][2], 6 * (v + 1));
    }
    return oracle_result();
}
