/* Rules in split mode: augmented and reverse function in the two halves, a rule of its own for the
 * forward sweep from a tape. */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    double value;
};
extern struct augmented __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...), __enzyme_fwdsplit(void *, ...);
extern int enzyme_nofree;

static int runs;
struct kept {
    double tape, value, shadow;
};
struct dual {
    double value, tangent;
};
double grow(double x)
{
    return exp(x);
}
struct kept grow_augmented(double x)
{
    runs++;
    return (struct kept){exp(x), exp(x), 0};
}
double grow_reverse(double x, double seed, double tape)
{
    return 10 * seed * tape;
}
struct dual grow_split(double x, double dx, double tape)
{
    return (struct dual){tape, 20 * dx * tape};
}
void *__enzyme_register_gradient_grow[] = {(void *)grow, (void *)grow_augmented,
                                           (void *)grow_reverse};
void *__enzyme_register_splitderivative_grow[] = {(void *)grow, (void *)grow_augmented,
                                                  (void *)grow_split};

static double f(double x)
{
    for (int i = 0; i < 2; i++)
        x = grow(x / 4);
    return x;
}

int main(void)
{
    double a = exp(0.25), b = exp(a / 4);
    struct augmented t = __enzyme_augmentfwd((void *)f, 1.0);
    CHECK(t.value, b);
    CHECK(__enzyme_fwdsplit((void *)f, enzyme_nofree, 1.0, 1.0, t.tape), 400 * a * b / 16);
    CHECK(__enzyme_reverse((void *)f, 1.0, 2.0, t.tape), 2 * 100 * a * b / 16);
    CHECK_THAT(runs == 2);
    return oracle_result();
}
