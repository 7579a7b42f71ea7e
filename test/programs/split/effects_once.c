/* Side effects happen in the first half only; activity decided at run time; a constant result needs
 * no seed.
 */
#include "oracle.h"
#include <math.h>
#include <stdio.h>
extern int enzyme_nofree, enzyme_runtime_activity, enzyme_const_return;
struct aug {
    void *tape;
    double v;
};
struct aug __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
double __enzyme_reverse_d(void *, ...);
static int calls;
static double noisy(double x, int n)
{
    calls++;
    double s = 0;
    for (int i = 0; i < n; i++) {
        if (i == 2)
            printf("once %d\n", i);
        s += sin(x * i);
    }
    return s;
}
static double maybe(const double *x, const double *y)
{
    return x[0] * y[0] * x[0];
}
static double cret(double *x, double y)
{
    x[0] = x[0] * y;
    return x[0];
}
int main(void)
{
    oracle_capture_begin();
    struct aug a = __enzyme_augmentfwd((void *)noisy, 0.3, 5);
    double g = __enzyme_reverse_d((void *)noisy, 0.3, 5, 1.0, a.tape, enzyme_nofree);
    double h = __enzyme_reverse_d((void *)noisy, 0.3, 5, 1.0, a.tape);
    const char *out = oracle_capture_end();
    CHECK(g, h);
    CHECK(calls, 1);
    CHECK_THAT(out && out[0] == 'o' && out[5] == '2' && out[7] == 0);
    double x = 2, y = 3, dx = 0;
    a = __enzyme_augmentfwd((void *)maybe, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_dup,
                            &y, &y);
    double xs = x;
    x = 77;
    __enzyme_reverse((void *)maybe, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_dup, &y,
                     &y, 1.0, a.tape);
    CHECK(dx, 12);
    CHECK(y, 3);
    (void)xs;
    double z = 2, dz = 1;
    a = __enzyme_augmentfwd((void *)cret, enzyme_const_return, enzyme_dup, &z, &dz, enzyme_out,
                            5.0);
    CHECK(a.v, 10);
    double gy = __enzyme_reverse_d((void *)cret, enzyme_const_return, enzyme_dup, &z, &dz,
                                   enzyme_out, 5.0, a.tape);
    CHECK(gy, 2);
    CHECK(dz, 5);
    return oracle_result();
}
