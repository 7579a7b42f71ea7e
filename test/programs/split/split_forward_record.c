/* Records {augmented, split forward} for __enzyme_fwdsplit: the shadow of a pointer to a function.
 * One of the compiler, from __enzyme_virtualreverse, or none at all will do, since the function is
 * found by its address; one that the program has written says what the derivative is. */
#include "oracle.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

extern int enzyme_nofree, enzyme_tape;
struct taped {
    void *tape;
    double value;
};
extern struct taped __enzyme_augmentfwd(void *, ...);
extern void *__enzyme_augmentfwd_tape(void *, ...);
extern double __enzyme_fwdsplit(void *, ...), __enzyme_reverse(void *, ...);
extern void __enzyme_fwdsplit_void(void *, ...);
void *__enzyme_virtualreverse(void *);

typedef double unary(double);
struct layer {
    unary *f;
    double weight;
};
static double square(double x)
{
    return x * x;
}
static double wave(double x)
{
    return sin(x) * x;
}
static double network(const struct layer *l, int n, double x)
{
    for (int i = 0; i < n; i++)
        x = l[i].f(l[i].weight * x);
    return x;
}

/* ---- of the compiler ------------------------------------------------------------------------- */

static double both_halves(struct layer *l, struct layer *dl, double x, double dx)
{
    struct taped t = __enzyme_augmentfwd((void *)network, enzyme_dup, l, dl, 2, x);
    CHECK(t.value, network(l, 2, x));
    return __enzyme_fwdsplit((void *)network, enzyme_dup, l, dl, 2, x, dx, t.tape);
}
static void compiled(void)
{
    struct layer l[] = {{square, 0.5}, {wave, 2}}, zero[] = {{0, 0.1}, {0, 0.2}};
    struct layer made[] = {{(unary *)__enzyme_virtualreverse((void *)square), 0.1},
                           {(unary *)__enzyme_virtualreverse((void *)wave), 0.2}};
    double x = 1.3, dx = 0.7;
    double a = 0.5 * x, da = 0.5 * dx + 0.1 * x, y = a * a, dy = 2 * a * da;
    double b = 2 * y, db = 2 * dy + 0.2 * y, want = (cos(b) * b + sin(b)) * db;
    CHECK(both_halves(l, zero, x, dx), want);
    CHECK(both_halves(l, made, x, dx), want);
    CHECK(both_halves(l, l, x, 0.0), ((cos(b) * b + sin(b)) * 2 * (2 * a * 0.5 * x + y)));
}

/* A function in a struct that is made where it is differentiated. */
static double inside(double x, bool first)
{
    struct layer l[] = {{first ? square : wave, x}, {wave, 2}};
    return network(l, 2, x);
}
static void made_inside(void)
{
    for (int first = 0; first < 2; first++) {
        struct taped t = __enzyme_augmentfwd((void *)inside, 0.8, first);
        double got = __enzyme_fwdsplit((void *)inside, 0.8, 1.0, first, t.tape);
        CHECK(got, __enzyme_autodiff((void *)inside, 0.8, first));
        CHECK(got, __enzyme_fwddiff((void *)inside, 0.8, 1.0, first));
    }
}

/* ---- by hand --------------------------------------------------------------------------------- */

struct pair {
    double value, tangent;
};
static int kept;
static struct taped augmented_square(double x)
{
    double *tape = malloc(sizeof *tape);
    kept++;
    *tape = 2 * x;
    return (struct taped){tape, x * x};
}
static struct pair split_ten_fold(double x, double dx, void *tape)
{
    struct pair r = {x * x, 10 * *(double *)tape * dx};
    kept--;
    free(tape);
    return r;
}
static const struct {
    struct taped (*augmented)(double);
    struct pair (*split)(double, double, void *);
} ten_fold = {augmented_square, split_ten_fold};

static struct pair split_untaped(double x, double dx)
{
    return (struct pair){x * x, 7 * 2 * x * dx};
}
static const struct {
    unary *augmented;
    struct pair (*split)(double, double);
} seven_fold = {square, split_untaped};

static void by_hand(void)
{
    struct layer l[] = {{square, 0.5}, {square, 2}},
                 dl[] = {{(unary *)&ten_fold, 0}, {(unary *)&seven_fold, 0}};
    double x = 1.3, a = 0.5 * x, da = 0.5, y = a * a, dy = 10 * 2 * a * da;
    CHECK(both_halves(l, dl, x, 1.0), 7 * 2 * (2 * y) * 2 * dy);
    CHECK_THAT(kept == 0);
    dl[1].f = NULL;
    CHECK(both_halves(l, dl, x, 1.0), 2 * (2 * y) * 2 * dy);
}

/* in a local variable */
static void local(void)
{
    struct {
        unary *augmented;
        struct pair (*split)(double, double);
    } record = {square, split_untaped};
    struct layer l[] = {{square, 0.5}, {square, 2}}, dl[] = {{(unary *)&record, 0}, {0, 0}};
    double x = 1.3, y = 0.25 * x * x, dy = 7 * 0.5 * x;
    CHECK(both_halves(l, dl, x, 1.0), 2 * (2 * y) * 2 * dy);
}

/* Memory, integers: nothing is returned, and both second halves look alike. */
typedef void scaling(double *x, int n, bool twice, double by);
static void scale(double *x, int n, bool twice, double by)
{
    for (int i = 0; i < n; i++)
        x[i] *= by * (twice ? 2 : 1);
}
static double *scale_augmented(double *x, double *dx, int n, int same, bool twice, double by)
{
    double *tape = malloc((size_t)n * sizeof *tape);
    for (int i = 0; i < n; i++)
        tape[i] = x[i];
    scale(x, same, twice, by);
    (void)dx;
    return tape;
}
static void scale_split(double *x, double *dx, int n, int same, bool twice, double by, double dby,
                        double *tape)
{
    double f = twice ? 2 : 1;
    for (int i = 0; i < n; i++)
        dx[i] = 3 * f * (dx[i] * by + tape[i] * dby);
    CHECK_THAT(n == same);
    (void)x;
    free(tape);
}
static const struct {
    double *(*augmented)(double *, double *, int, int, bool, double);
    void (*split)(double *, double *, int, int, bool, double, double, double *);
} three_fold = {scale_augmented, scale_split};

static void run(scaling *how, double *x, int n, double by)
{
    how(x, n, true, by);
}
static void memory(void)
{
    double x[] = {1, 2}, dx[] = {0.5, 0.25};
    void *tape = __enzyme_augmentfwd_tape((void *)run, enzyme_dup, scale, (scaling *)&three_fold,
                                          enzyme_dup, x, dx, 2, 3.0);
    CHECK(x[1], 12);
    __enzyme_fwdsplit_void((void *)run, enzyme_dup, scale, (scaling *)&three_fold, enzyme_dup, x,
                           dx, 2, 3.0, 1.0, tape);
    CHECK_ARRAY(dx, ((double[]){3 * 2 * (1.5 + 1), 3 * 2 * (0.75 + 2)}), 2);
}

int main(void)
{
    compiled();
    made_inside();
    by_hand();
    local();
    memory();
    return oracle_result();
}
