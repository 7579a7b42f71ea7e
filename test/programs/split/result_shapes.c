/* What the first half returns: the tape alone, tape and result, tape, result and its shadow,
 * coerced structs of floats. */
#include "oracle.h"
#include <math.h>

extern int enzyme_noret;
struct tape_value {
    void *tape;
    double value;
};
struct tape_float {
    void *tape;
    float value;
};
struct tape_int {
    void *tape;
    int value;
};
struct tape_pair {
    void *tape;
    struct two value;
};
void *__enzyme_augmentfwd_t(void *, ...);
struct tape_value __enzyme_augmentfwd_d(void *, ...);
struct tape_float __enzyme_augmentfwd_f(void *, ...);
struct tape_int __enzyme_augmentfwd_i(void *, ...);
struct tape_pair __enzyme_augmentfwd_2(void *, ...);
double __enzyme_reverse_d(void *, ...);
float __enzyme_reverse_f(void *, ...);
void __enzyme_reverse_v(void *, ...);

static double cube(double x)
{
    return x * sin(x);
}
static float cube_f(float x)
{
    return x * x * x;
}
static int count(double *x)
{
    x[0] = x[0] * x[0];
    return 7;
}
static struct two both(double x)
{
    return (struct two){x * x, sin(x)};
}

int main(void)
{
    void *t = __enzyme_augmentfwd_t((void *)cube, 2.0);
    CHECK(__enzyme_reverse_d((void *)cube, 2.0, 1.0, t), sin(2) + 2 * cos(2));

    void *n = __enzyme_augmentfwd_t((void *)cube, enzyme_noret, 2.0);
    CHECK(__enzyme_reverse_d((void *)cube, 2.0, 1.0, n), sin(2) + 2 * cos(2));

    struct tape_value d = __enzyme_augmentfwd_d((void *)cube, 2.0);
    CHECK(d.value, 2 * sin(2));
    CHECK(__enzyme_reverse_d((void *)cube, 2.0, 3.0, d.tape), 3 * (sin(2) + 2 * cos(2)));

    struct tape_float f = __enzyme_augmentfwd_f((void *)cube_f, 2.0f);
    CHECK_FLOAT(f.value, 8);
    CHECK_FLOAT(__enzyme_reverse_f((void *)cube_f, 2.0f, 0.5f, f.tape), 6);

    double x = 3, dx = 1;
    struct tape_int i = __enzyme_augmentfwd_i((void *)count, enzyme_dup, &x, &dx);
    CHECK(i.value, 7);
    __enzyme_reverse_v((void *)count, enzyme_dup, &x, &dx, i.tape);
    CHECK(dx, 6);

    struct tape_pair p = __enzyme_augmentfwd_2((void *)both, 2.0);
    CHECK(p.value.x, 4);
    CHECK(p.value.y, sin(2));
    struct two seed = {10, 1};
    CHECK(__enzyme_reverse_d((void *)both, 2.0, seed, p.tape), 40 + cos(2));
    return oracle_result();
}
