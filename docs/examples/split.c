#include <math.h>
#include <stdio.h>

extern int enzyme_dup;
struct augmented {
    void *tape;
    double value;
};
struct gradient {
    double x, y;
};
struct augmented __enzyme_augmentfwd(void *, ...);
struct gradient __enzyme_reverse(void *, ...);
void *__enzyme_augmentfwd_step(void *, ...);
void __enzyme_reverse_step(void *, ...);

static double f(double x, double y)
{
    return sin(x) * y;
}
static void step(double *s)
{
    s[0] = s[0] * s[0] + s[1];
}

int main(void)
{
    struct augmented a = __enzyme_augmentfwd((void *)f, 0.0, 3.0);
    struct gradient g = __enzyme_reverse((void *)f, 0.0, 3.0, 10.0, a.tape);
    printf("f = %g, 10 df = %g %g\n", a.value, g.x, g.y);

    /* one tape per step; the steps run backwards with the tapes they filled */
    double s[2] = {0.5, 0.25}, ds[2] = {1, 0};
    void *tapes[10];
    for (int t = 0; t < 10; t++)
        tapes[t] = __enzyme_augmentfwd_step((void *)step, enzyme_dup, s, ds);
    for (int t = 10; t-- > 0;)
        __enzyme_reverse_step((void *)step, enzyme_dup, s, ds, tapes[t]);
    printf("s = %g, ds = %g %g\n", s[0], ds[0], ds[1]);
}
