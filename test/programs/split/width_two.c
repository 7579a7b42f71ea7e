/* Two directions at once: the seed is one adjoint per direction, every shadow and gradient twice.
 */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
struct four __enzyme_reverse_4(void *, ...);
void __enzyme_reverse_v(void *, ...);

static double f(double x, double y)
{
    return sin(x) * y;
}
static double sum(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += exp(x[i]);
    return s;
}

int main(void)
{
    struct two seed = {1, 10};
    struct augmented a = __enzyme_augmentfwd((void *)f, enzyme_width, 2, 0.5, 3.0);
    CHECK(a.value, 3 * sin(0.5));
    struct four g = __enzyme_reverse_4((void *)f, enzyme_width, 2, 0.5, 3.0, seed, a.tape);
    CHECK(g.x, 3 * cos(0.5));
    CHECK(g.y, 30 * cos(0.5));
    CHECK(g.z, sin(0.5));
    CHECK(g.w, 10 * sin(0.5));

    double x[3] = {0.1, 0.2, 0.3}, d1[3] = {0}, d2[3] = {0};
    a = __enzyme_augmentfwd((void *)sum, enzyme_width, 2, enzyme_dup, x, d1, d2, enzyme_const, 3);
    __enzyme_reverse_v((void *)sum, enzyme_width, 2, enzyme_dup, x, d1, d2, enzyme_const, 3, seed,
                       a.tape);
    for (int i = 0; i < 3; i++) {
        CHECK(d1[i], exp(x[i]));
        CHECK(d2[i], 10 * exp(x[i]));
    }
    return oracle_result();
}
