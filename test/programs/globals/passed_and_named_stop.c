/* Memory with a shadow of its own that the function also reaches through a global, which has
 * another one: derivatives would be in two places. Of other memory they are right, and of other
 * members of a struct; and where the code shows that it is always that memory. */
#include "oracle.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 3 };
static double table[N] = {0.5, 2, -1}, *work, scale = 2;
static struct {
    int count;
    double state[N], limits[N];
} model = {N, {1, 2, 3}, {4, 5, 6}};

static struct {
    double first, second;
} pair = {2, 3};

static double reads_table(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i] * table[i];
    return sum;
}

static double uses_work(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * (work[i] + 1);
    for (int i = 0; i < n; i++)
        sum += work[i] * work[n - 1 - i];
    return sum;
}

static double reads_scale(const double *x, int n)
{
    return x[0] * x[0] * scale;
}

static double reads_limits(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i] * model.limits[i % model.count];
    return sum;
}

static double reads_first_entries(const double *x, int n)
{
    return n * x[0] * table[0] * table[1];
}

/* Its argument may be the struct, too. */
static double reads_two_members(const double *x, int n)
{
    return x[0] * x[5] * model.limits[n - 1];
}

static double reads_both(const double *x)
{
    return *x * pair.second + pair.first;
}

static double reads_second(const double *x)
{
    return *x * *x * pair.second;
}

#define SIGNAL_OF(call)                                                                            \
    ({                                                                                             \
        int status = 0;                                                                            \
        double shadow[N] = {0};                                                                    \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            fclose(stderr);                                                                        \
            call;                                                                                  \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

/* The arguments come from elsewhere. */
static void gradient(double *x, double *dx, int n)
{
    __enzyme_autodiff((void *)reads_table, enzyme_dup, x, dx, enzyme_const, n);
}

static void gradient_of_work(double *x, double *dx, int n)
{
    __enzyme_autodiff((void *)uses_work, enzyme_dup, x, dx, enzyme_const, n);
}

static double tangent_of_work(double *x, double *dx, int n)
{
    return __enzyme_fwddiff((void *)uses_work, enzyme_dup, x, dx, enzyme_const, n);
}

#define GRADIENT_OF(f)                                                                             \
    static void gradient_of_##f(double *x, double *dx, int n)                                      \
    {                                                                                              \
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, n);                          \
    }
GRADIENT_OF(reads_scale)
GRADIENT_OF(reads_limits)
GRADIENT_OF(reads_first_entries)
GRADIENT_OF(reads_two_members)

/* What begins inside of the memory. */
static void check_parts(void)
{
    CHECK_THAT(SIGNAL_OF(gradient(table + 1, shadow, N - 1)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_work(work + 1, shadow, N - 1)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_reads_scale(&scale, shadow, 1)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_reads_first_entries(table + 1, shadow, 1)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_reads_first_entries(table + 2, shadow, 1)) == 0);
}

static void check_members(void)
{
    double whole[8] = {0};
    CHECK_THAT(SIGNAL_OF(gradient_of_reads_limits(model.limits + 1, shadow, 2)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_reads_two_members(model.state, whole, 1)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_reads_limits(model.state, shadow, N)) == 0);
    ORACLE_GRADIENT(reads_limits, model.state, N);
}

/* The address of the first member is that of the struct; its shadow has no room for the others. */
static double alone, both[2];

static void check_first_member(void)
{
    CHECK_THAT(SIGNAL_OF(__enzyme_autodiff((void *)reads_both, enzyme_dup, &pair.first, &alone);
                         (void)shadow) == SIGABRT);
    __enzyme_autodiff((void *)reads_second, enzyme_dup, &pair.first, &alone);
    CHECK(alone, 12);
    /* With room for both it is the shadow of the struct. */
    __enzyme_autodiff((void *)reads_both, enzyme_dup, &pair.first, both);
    CHECK(both[0], 4);
    CHECK(both[1], 2);
}

/* No other memory is passed there: both have one shadow. */
static void check_only_call(void)
{
    double v[N] = {1, 1, 1};
    for (int i = 0; i < N; i++)
        work[i] = i + 1;
    CHECK(tangent_of_work(work, v, N), 2 * (3 * 12 + 5 * 6 + 7 * 2));
}

int main(void)
{
    double x[N] = {1.5, -0.25, 3};
    table[1] = 4;
    scale = 3;
    pair.second = 3;
    model.limits[2] = 7;
    work = calloc(N, sizeof *work);
    ORACLE_GRADIENT(reads_table, x, N);
    CHECK_THAT(SIGNAL_OF(gradient(x, shadow, N)) == 0);
    CHECK_THAT(SIGNAL_OF(gradient(table, shadow, N)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_work(x, shadow, N)) == 0);
    CHECK_THAT(SIGNAL_OF(gradient_of_work(work, shadow, N)) == SIGABRT);
    check_only_call();
    check_parts();
    check_members();
    check_first_member();
    free(work);
    return oracle_result();
}
