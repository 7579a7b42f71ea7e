/* The forms of an augmented function's result: {tape, R, dR} through memory, {tape, R}, {R, dR}, R
 * alone; and a tape alone. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

/* {pointer, R, dR} */
struct full {
    double *tape;
    double value, shadow;
};
double f_full(double x)
{
    return exp(x);
}
struct full f_full_augmented(double x)
{
    double *tape = malloc(sizeof *tape);
    *tape = exp(x);
    return (struct full){tape, *tape, 0};
}
double f_full_reverse(double x, double seed, double *tape)
{
    double g = 10 * *tape * seed;
    free(tape);
    return g;
}
void *__enzyme_register_gradient_full[] = {(void *)f_full, (void *)f_full_augmented,
                                           (void *)f_full_reverse};

/* {tape, R} with a tape that is a number */
struct flagged {
    int tape;
    double value;
};
double f_two(double x)
{
    return x > 2 ? x * x : x;
}
struct flagged f_two_augmented(double x)
{
    return (struct flagged){x > 2, f_two(x)};
}
double f_two_reverse(double x, double seed, int above)
{
    return 10 * (above ? 2 * x : 1) * seed;
}
void *__enzyme_register_gradient_two[] = {(void *)f_two, (void *)f_two_augmented,
                                          (void *)f_two_reverse};

/* {R, dR} */
struct pair {
    double value, shadow;
};
double f_pair(double x)
{
    return sin(x);
}
struct pair f_pair_augmented(double x)
{
    return (struct pair){sin(x), 0};
}
double f_pair_reverse(double x, double seed)
{
    return 10 * cos(x) * seed;
}
void *__enzyme_register_gradient_pair[] = {(void *)f_pair, (void *)f_pair_augmented,
                                           (void *)f_pair_reverse};

/* the same with floats, which share one register */
struct pairf {
    float value, shadow;
};
float f_pairf(float x)
{
    return sinf(x);
}
struct pairf f_pairf_augmented(float x)
{
    return (struct pairf){sinf(x), 0};
}
float f_pairf_reverse(float x, float seed)
{
    return 10 * cosf(x) * seed;
}
void *__enzyme_register_gradient_pairf[] = {(void *)f_pairf, (void *)f_pairf_augmented,
                                            (void *)f_pairf_reverse};

/* a tape and no result */
void f_void(double *x)
{
    *x = *x * *x;
}
void *f_void_augmented(double *x, double *dx)
{
    double *tape = malloc(sizeof *tape);
    *tape = *x;
    *x = *x * *x;
    return tape;
}
void f_void_reverse(double *x, double *dx, double *tape)
{
    *dx *= 10 * 2 * *tape;
    free(tape);
}
void *__enzyme_register_gradient_void[] = {(void *)f_void, (void *)f_void_augmented,
                                           (void *)f_void_reverse};

static double use_full(double x)
{
    return f_full(2 * x) + x;
}
static double use_two(double x)
{
    return f_two(x) * f_two(x / 2);
}
static double use_pair(double x)
{
    return f_pair(x * x);
}
static double use_pairf(double x)
{
    return f_pairf((float)x);
}
static double use_void(double x)
{
    double y = 3 * x;
    f_void(&y);
    f_void(&y);
    return y;
}
static double chain(double x)
{
    for (int i = 0; i < 3; i++)
        x = f_full(x / 2);
    return x;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)use_full, 0.5), 20 * exp(1) + 1);
    CHECK(__enzyme_autodiff((void *)use_two, 3.0), 10 * 6 * 1.5 + 9 * 10 * 0.5);
    CHECK(__enzyme_autodiff((void *)use_pair, 0.5), 10 * cos(0.25));
    CHECK((float)__enzyme_autodiff((void *)use_pairf, 0.5), 10 * cosf(0.5f));
    CHECK(__enzyme_autodiff((void *)use_void, 0.5), 20 * 2.25 * 20 * 1.5 * 3);
    double a = exp(0.25), b = exp(a / 2), c = exp(b / 2);
    CHECK(__enzyme_autodiff((void *)chain, 0.5), 125 * a * b * c);
    return oracle_result();
}
