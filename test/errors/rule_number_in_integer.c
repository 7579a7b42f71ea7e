/* A number that goes to a rule as an integer, in a register, where the rule returns no gradient of
 * integers, or where it may be an address; and one that comes back as an integer.
 * enzcc-text: takes or returns as an integer */
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;

union number {
    double value;
    long bits;
};
union item {
    double value;
    const double *where;
};
struct pair {
    double value, tangent;
};
struct numbers {
    union number value, tangent;
};
struct scaled {
    union number value;
    long by;
};
struct scaled_pair {
    struct scaled value, tangent;
};

__attribute__((noinline)) double square(union number v)
{
    return v.value * v.value;
}
void square_augmented(union number v, union number dv)
{
    (void)v, (void)dv;
}
double square_reverse(union number v, union number dv, double seed)
{
    return 2 * v.value * dv.value * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

__attribute__((noinline)) double either(union item v, int is_value)
{
    return is_value ? v.value : *v.where;
}
struct pair either_forward(union item v, union item dv, int is_value, int unused)
{
    (void)unused;
    return is_value ? (struct pair){v.value, dv.value} : (struct pair){*v.where, *dv.where};
}
void *__enzyme_register_derivative_either[] = {(void *)either, (void *)either_forward};

__attribute__((noinline)) union number cube(double x)
{
    return (union number){.value = x * x * x};
}
struct numbers cube_forward(double x, double dx)
{
    return (struct numbers){{.value = x * x * x}, {.value = 3 * x * x * dx}};
}
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)cube_forward};

__attribute__((noinline)) struct scaled scale(double x)
{
    return (struct scaled){{.value = x * x}, 3};
}
struct scaled_pair scale_forward(double x, double dx)
{
    return (struct scaled_pair){{{.value = x * x}, 3}, {{.value = 2 * x * dx}, 3}};
}
void *__enzyme_register_derivative_scale[] = {(void *)scale, (void *)scale_forward};

static double f(const double *x)
{
    union number v = {.value = 2 * x[0]};
    return square(v); /* enzcc-error: unsupported */
}
static double g(const double *x, int is_value)
{
    union item v;
    if (is_value)
        v.value = 2 * x[0];
    else
        v.where = x;
    return either(v, is_value); /* enzcc-error: unsupported */
}
static double h(const double *x)
{
    return cube(x[0]).value; /* enzcc-error: unsupported */
}
static double k(const double *x)
{
    struct scaled s = scale(x[0]); /* enzcc-error: unsupported */
    return s.value.value * (double)s.by;
}

int main(int argc, char **argv)
{
    double x[1] = {3}, dx[1] = {0};
    (void)argv;
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx);
    __enzyme_fwddiff((void *)g, enzyme_dup, x, dx, enzyme_const, argc);
    __enzyme_fwddiff((void *)k, enzyme_dup, x, dx);
    return __enzyme_fwddiff((void *)h, enzyme_dup, x, dx) > 0;
}
