/* Augmented functions that return nothing, or a tape alone, though the function returns a number.
 * Where somebody needs the number, the function is called for it. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup, enzyme_primal_return, enzyme_tape;
struct two_numbers {
    double x, y;
};
extern struct two_numbers __enzyme_autodiff_two(void *, ...);
extern void __enzyme_autodiff_void(void *, ...);
struct split {
    void *tape;
    double value;
};
extern struct split __enzyme_augmentfwd(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern void *__enzyme_augmentfwd_tape(void *, ...);
extern int enzyme_noret;

static int primals, augmented, reversed;

/* nothing */
double square(double x)
{
    return x * x;
}
void square_augmented(double x)
{
    augmented++;
}
double square_reverse(double x, double seed)
{
    reversed++;
    return 10 * 2 * x * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

/* a pointer; the function cannot be called twice, and nobody needs what it returns */
double counted(double x)
{
    primals++;
    return x * x * x;
}
double *counted_augmented(double x)
{
    double *tape = malloc(sizeof *tape);
    primals++;
    *tape = x * x;
    return tape;
}
double counted_reverse(double x, double seed, double *tape)
{
    double g = 10 * 3 * *tape * seed;
    free(tape);
    return g;
}
void *__enzyme_register_gradient_counted[] = {(void *)counted, (void *)counted_augmented,
                                              (void *)counted_reverse};

/* a struct that is none of those with a result: numbers of other sizes, more of them, a word */
struct notes {
    float slope;
    int count;
    float other, more;
};
double noted(double x, const double *scale)
{
    double local[2] = {sin(x), scale[0]}, *scratch = malloc(sizeof *scratch);
    *scratch = local[0] * local[1];
    double r = *scratch;
    free(scratch);
    return r;
}
struct notes noted_augmented(double x, const double *scale, double *dscale)
{
    return (struct notes){(float)cos(x), 7, (float)(scale != dscale), 3};
}
double noted_reverse(double x, const double *scale, double *dscale, double seed, struct notes n)
{
    if (n.other == 1)
        dscale[0] += 100 * sin(x) * seed;
    return 10 * scale[0] * cos(x) * seed * (n.count == 7 && n.more == 3);
}
void *__enzyme_register_gradient_noted[] = {(void *)noted, (void *)noted_augmented,
                                            (void *)noted_reverse};

int word(float x)
{
    return (int)(8 * x);
}
float scaled(float x)
{
    return 3 * x;
}
int scaled_augmented(float x)
{
    return word(x);
}
float scaled_reverse(float x, float seed, int tape)
{
    return seed * (float)tape;
}
void *__enzyme_register_gradient_scaled[] = {(void *)scaled, (void *)scaled_augmented,
                                             (void *)scaled_reverse};

/* results in registers and in memory */
struct powers {
    double a, b, c;
};
struct two_numbers turned(double x)
{
    return (struct two_numbers){x * x, 3 * x};
}
void turned_augmented(double x)
{
}
double turned_reverse(double x, struct two_numbers seed)
{
    return 10 * (2 * x * seed.x + 3 * seed.y);
}
void *__enzyme_register_gradient_turned[] = {(void *)turned, (void *)turned_augmented,
                                             (void *)turned_reverse};
struct powers spread(double x)
{
    return (struct powers){x, x * x, x * x * x};
}
int spread_augmented(double x)
{
    return 5;
}
double spread_reverse(double x, struct powers seed, int tape)
{
    return tape * (seed.a + 2 * x * seed.b + 3 * x * x * seed.c);
}
void *__enzyme_register_gradient_spread[] = {(void *)spread, (void *)spread_augmented,
                                             (void *)spread_reverse};

/* without a function that is augmented, attributes */
double halved(double x);
int halved_augmented(double x);
double halved_reverse(double x, double seed, int tape);
__attribute__((enzyme("augment", halved_augmented), enzyme("gradient", halved_reverse))) double
halved(double x);
double halved(double x)
{
    return x / 2;
}
int halved_augmented(double x)
{
    return 3;
}
double halved_reverse(double x, double seed, int tape)
{
    return seed * tape;
}

static double chain(double x)
{
    return square(x) * square(2 * x) + sin(square(x));
}
static double not_needed(double x)
{
    return 2 * counted(x) + 3 * counted(2 * x);
}
static double not_needed_where(double x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i % 2 ? counted(x) : 5 * counted(i * x);
    return s;
}
static double in_condition(double x)
{
    return square(x) > 2 ? x : 3 * x;
}
static double of_noted(double x, double *scale)
{
    double a = noted(x, scale);
    scale[0] = a * a;
    return noted(a, scale);
}
static double rest(double x)
{
    struct two_numbers p = turned(x);
    struct powers s = spread(x);
    return p.x * p.y + s.a * s.b * s.c + halved(x) * x + scaled((float)x) * x;
}
static double twice_counted(double x)
{
    return 2 * counted(x);
}
static double once(double x)
{
    return counted(x);
}

static void check_needed(void)
{
    double x = 1.2;
    augmented = reversed = 0;
    CHECK(__enzyme_autodiff((void *)chain, x),
          10 * (2 * x * 4 * x * x + 8 * x * x * x + 2 * x * cos(x * x)));
    CHECK_THAT(augmented == 3 && reversed == 3);
    struct two_numbers r = __enzyme_autodiff_two((void *)square, enzyme_primal_return, x);
    CHECK(r.x, x * x);
    CHECK(r.y, 20 * x);
    CHECK(__enzyme_autodiff((void *)in_condition, x), 3);
    CHECK(__enzyme_autodiff((void *)in_condition, 2.0), 1);
    struct split s = __enzyme_augmentfwd((void *)chain, x);
    CHECK(s.value, chain(x));
    CHECK(__enzyme_reverse((void *)chain, x, 2.0, s.tape),
          20 * (2 * x * 4 * x * x + 8 * x * x * x + 2 * x * cos(x * x)));
    double got = __enzyme_autodiff((void *)rest, x), y = 3 * (double)(float)x;
    CHECK_FLOAT(got, 10 * (2 * x * 3 * x + 3 * x * x) +
                         5 * (pow(x, 5) + 2 * x * pow(x, 4) + 3 * x * x * pow(x, 3)) + 3 * x +
                         x / 2 + 9 * x + y);
}

static void check_not_needed(void)
{
    double x = 1.2;
    primals = 0;
    CHECK(__enzyme_autodiff((void *)not_needed, x), 10 * 3 * x * x * (2 + 3 * 8));
    CHECK_THAT(primals == 2);
    CHECK(__enzyme_autodiff((void *)counted, x), 30 * x * x);
    CHECK(__enzyme_autodiff((void *)once, x), 30 * x * x);
    CHECK(__enzyme_autodiff((void *)not_needed_where, x, 4), 30 * x * x * (0 + 1 + 5 * 8 + 1));
    CHECK_THAT(primals == 8);
}

/* Both halves, without the result. */
static void check_split(void)
{
    double x = 1.2;
    primals = 0;
    void *tape = __enzyme_augmentfwd_tape((void *)counted, x);
    CHECK(__enzyme_reverse((void *)counted, x, 2.0, tape), 2 * 30 * x * x);
    tape = __enzyme_augmentfwd_tape((void *)twice_counted, enzyme_noret, x);
    CHECK(__enzyme_reverse((void *)twice_counted, x, 3.0, tape), 6 * 30 * x * x);
    CHECK_THAT(primals == 2);
}

static void check_memory(void)
{
    double x = 0.7, scale[1] = {1.5}, dscale[1] = {0};
    double g = __enzyme_autodiff((void *)of_noted, x, enzyme_dup, scale, dscale);
    double a = 1.5 * sin(x), b = a * a, da = 10 * b * cos(a), db = 100 * sin(a);
    double all = da + db * 2 * a;
    CHECK(g, 10 * b * cos(x) * all); /* the reverse function sees memory as it is then */
    CHECK(dscale[0], 100 * sin(x) * all);
    CHECK(scale[0], b);
}

int main(void)
{
    check_needed();
    check_not_needed();
    check_split();
    check_memory();
    return oracle_result();
}
