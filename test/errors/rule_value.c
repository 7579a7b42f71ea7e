/* Augmented functions that lose the primal's result, where it is needed and the primal cannot be
 * called for it. */
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, puts(const char *);
static int calls;

double count(double x)
{
    calls++;
    return x * x;
}
void count_augmented(double x)
{
    calls++;
}
double count_reverse(double x, double seed)
{
    return 2 * x * seed;
}
void *__enzyme_register_gradient_count[] = {(void *)count, (void *)count_augmented,
                                            (void *)count_reverse};

double in_place(double *x)
{
    *x = 2 * *x;
    return *x;
}
void *in_place_augmented(double *x, double *dx)
{
    *x = 2 * *x;
    return 0;
}
void in_place_reverse(double *x, double *dx, double seed, void *tape)
{
    *dx = 2 * (*dx + seed);
}
void *__enzyme_register_gradient_in_place[] = {(void *)in_place, (void *)in_place_augmented,
                                               (void *)in_place_reverse};

struct large {
    double a, b, c;
};
struct large say(double x)
{
    puts("large");
    return (struct large){x, x, x};
}
void say_augmented(double x)
{
    puts("large");
}
double say_reverse(double x, struct large seed)
{
    return seed.a + seed.b + seed.c;
}
void *__enzyme_register_gradient_say[] = {(void *)say, (void *)say_augmented, (void *)say_reverse};

static double kept(double x)
{
    double y = count(x); /* enzcc-error: rule-value */
    return y * y;
}
static double stored(double *x)
{
    x[1] = count(x[0]); /* enzcc-error: rule-value */
    return x[1];
}
static double used(double *x)
{
    double y = in_place(x); /* enzcc-error: rule-value */
    return y > 1 ? *x : y;
}
static double memory(double x)
{
    return say(x).b; /* enzcc-error: rule-value */
}
static double not_needed(double x)
{
    return 2 * count(x);
}

int main(void)
{
    double x[2] = {3, 0}, dx[2] = {0, 0};
    return __enzyme_autodiff((void *)kept, 3.0) + __enzyme_autodiff((void *)memory, 3.0) +
               __enzyme_autodiff((void *)not_needed, 3.0) +
               __enzyme_autodiff((void *)stored, enzyme_dup, x, dx) +
               __enzyme_autodiff((void *)used, enzyme_dup, x, dx) >
           0;
}
