/* What the order in which threads come decides, -fenz-deterministic refuses.
 * enzcc-flags: -fopenmp -fenz-deterministic
 * enzcc-text: an atomic access to active memory, where several threads run, with
 * enzcc-text: a critical section, a lock, or what else has threads wait for each other
 * enzcc-text: a parallel region in another one, with -fenz-deterministic,
 * enzcc-text: a thread or a task, with -fenz-deterministic,
 * enzcc-text: and that is no float or double, or not aligned, with -fenz-deterministic, */
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double updates(const double *x)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
#pragma omp atomic
        s += x[i] * x[i]; /* enzcc-error: unsupported */
    return s;
}

static double excludes(const double *x)
{
    double s = 1;
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
#pragma omp critical /* enzcc-error: unsupported */
        s *= x[i];   /* enzcc-error: unsupported */
    return s;
}

static double nests(const double *x)
{
    double y[16], s = 0;
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
#pragma omp parallel for /* enzcc-error: unsupported */
        for (int j = 0; j < 4; j++)
            y[4 * i + j] = x[i] * x[j];
    for (int i = 0; i < 16; i++)
        s += y[i];
    return s;
}

static double starts(const double *x)
{
    double y[4];
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++)
#pragma omp task /* enzcc-error: unsupported */
        y[i] = x[i] * x[0];
    return y[0] + y[1] + y[2] + y[3];
}

struct __attribute__((packed)) pair {
    char kind;
    double value;
};

static double unaligned(const struct pair *x)
{
    double y[4];
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        y[i] = x[i].value * x[0].value; /* enzcc-error: unsupported */
    return y[0] + y[1] + y[2] + y[3];
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    struct pair p[4] = {{'a', 1}}, dp[4] = {{0}};
    __enzyme_autodiff((void *)updates, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)excludes, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)nests, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)starts, enzyme_dup, x, dx);
    __enzyme_autodiff((void *)unaligned, enzyme_dup, p, dp);
}
