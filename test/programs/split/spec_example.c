/* The two examples of the reference: an opaque tape returned beside the result, and a typed tape in
 * memory of the program. */
#include "oracle.h"

extern int enzyme_dup, enzyme_tape, enzyme_allocated;
struct gradient {
    double dx, dy;
};
struct augmented {
    void *tape;
    double v;
};
struct augmented __enzyme_augmentfwd_f(void *, ...);
struct gradient __enzyme_reverse_f(void *, ...);
void __enzyme_augmentfwd_step(void *, ...);
void __enzyme_reverse_step(void *, ...);

static double f(double x, double y)
{
    return x * x * y;
}
static void step(double *p)
{
    p[0] = p[0] * p[0] * p[1];
}

int main(void)
{
    struct augmented a = __enzyme_augmentfwd_f((void *)f, 3.0, 5.0);
    CHECK(a.v, 45);
    struct gradient r = __enzyme_reverse_f((void *)f, 3.0, 5.0, 2.0, a.tape);
    CHECK(r.dx, 60);
    CHECK(r.dy, 18);

    double p[2] = {3, 5}, dp[2] = {1, 0};
    char tape[64];
    __enzyme_augmentfwd_step((void *)step, enzyme_dup, p, dp, enzyme_allocated, 64, enzyme_tape,
                             tape);
    CHECK(p[0], 45);
    __enzyme_reverse_step((void *)step, enzyme_dup, p, dp, enzyme_allocated, 64, enzyme_tape, tape);
    CHECK(dp[0], 30);
    CHECK(dp[1], 9);
    return oracle_result();
}
