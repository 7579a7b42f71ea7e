/* Additions to adjoints of what only one thread reads are plain, others atomic. All numbers are
 * small integers, so that sums are exact in any order: a team must get to the last bit what one
 * thread gets, each time. An addition that gets lost shows where several threads add to an element,
 * so each function runs often, with many threads, on few elements that they share and on many. */
#include "teams.h"
#include <string.h>

enum { N = 1031, OFTEN = 8 };

#define F(name) static void name(const double *x, int n, double *y, int m)
#define PARALLEL_FOR(name, schedule, type, first, end, body)                                       \
    F(name)                                                                                        \
    {                                                                                              \
        (void)m;                                                                                   \
        _Pragma(schedule) for (type i = first; i < (type)(end); i++) body                          \
    }

/* ---- one iteration each, and neighbours ---- */

PARALLEL_FOR(own, "omp parallel for", int, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_long, "omp parallel for", long, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_unsigned, "omp parallel for", unsigned, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_size, "omp parallel for", size_t, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(pairs, "omp parallel for", int, 0, n / 2, { y[i] = x[2 * i] * x[2 * i + 1]; })
PARALLEL_FOR(halves, "omp parallel for", int, 0, n, { y[i] = x[i / 2] * x[i / 3]; })
PARALLEL_FOR(backwards, "omp parallel for", int, 0, n, { y[i] = x[n - 1 - i] * x[i]; })
PARALLEL_FOR(one_for_all, "omp parallel for", int, 0, n, { y[i] = x[i] * x[0]; })
PARALLEL_FOR(next, "omp parallel for", int, 0, n - 1, { y[i] = x[i] * x[i + 1]; })
PARALLEL_FOR(three, "omp parallel for", int, 1, n - 1, { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(three_long, "omp parallel for", long, 1, n - 1, { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(three_size, "omp parallel for", size_t, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(far, "omp parallel for", int, 0, n - 7, { y[i] = x[i] * x[i + 7] + x[i + 3]; })
PARALLEL_FOR(farther, "omp parallel for", int, 0, n - 40, { y[i] = x[i] * x[i + 40]; })
PARALLEL_FOR(chunks, "omp parallel for schedule(static, 3)", int, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(dynamic, "omp parallel for schedule(monotonic : dynamic, 2)", int, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(guided, "omp parallel for schedule(monotonic : guided)", int, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })

F(down)
{
    (void)m;
#pragma omp parallel for
    for (int i = n - 2; i > 0; i -= 2)
        y[i] = x[i - 1] * x[i] + x[i + 1];
}

/* ---- rows ---- */

static int side_of(int n)
{
    int side = 1;
    while ((side + 1) * (side + 1) <= n)
        side++;
    return side;
}

F(own_rows)
{
    int side = side_of(n);
    (void)m;
#pragma omp parallel for
    for (int i = 0; i < side; i++) {
        double sum = 0;
        for (int j = 0; j < side; j++)
            sum += x[i * side + j] * x[i * side + j];
        y[i] = sum;
    }
}

static void stencil(const double *x, double *y, int rows, int columns)
{
#pragma omp parallel for
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            y[i * columns + j] = x[i * columns + j] * x[(i - 1) * columns + j] +
                                 x[(i + 1) * columns + j] + 2 * x[i * columns + j - 1] +
                                 x[i * columns + j + 1];
}

F(square)
{
    int side = side_of(n);
    (void)m;
    stencil(x, y, side, side);
}

F(tall)
{
    (void)m;
    stencil(x, y, n / 7, 7);
}

/* Rows may be less than a row apart. */
static void bands(const double *x, double *y, int rows, int columns, int apart)
{
#pragma omp parallel for
    for (int i = 1; i < rows - 1; i++) {
        double sum = 0;
        for (int j = 0; j < columns; j++)
            sum += x[i * apart + j] * x[(i + 1) * apart + j] + x[(i - 1) * apart + j];
        y[i] = sum;
    }
}

F(overlapping_rows)
{
    (void)m;
    bands(x, y, n / 4, 11, 3);
}

F(columns)
{
    int side = side_of(n);
    (void)m;
#pragma omp parallel for
    for (int j = 1; j < side - 1; j++)
        for (int i = 0; i < side; i++)
            y[i * side + j] = x[i * side + j] * x[i * side + j - 1] + x[i * side + j + 1];
}

F(collapsed)
{
    int side = side_of(n);
    (void)m;
#pragma omp parallel for collapse(2)
    for (int i = 1; i < side - 1; i++)
        for (int j = 1; j < side - 1; j++)
            y[i * side + j] = x[i * side + j] * x[(i - 1) * side + j] + x[i * side + j + 1];
}

/* ---- several pointers ---- */

static void product(const double *a, const double *b, double *y, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = a[i] * b[i];
}

F(apart)
{
    (void)m;
    product(x, x + n / 2, y, n / 2);
}

F(the_same)
{
    (void)m;
    product(x, x, y, n);
}

F(shifted)
{
    (void)m;
    product(x, x + 1, y, n - 1);
}

F(shifted_far)
{
    (void)m;
    product(x, x + n / 3, y, n / 2);
}

F(dot)
{
    (void)m;
    const double *v = x + n / 2;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n / 2; i++)
        sum += x[i] * v[i];
    y[0] = sum;
}

F(in_place)
{
    (void)m;
    memcpy(y, x, sizeof(double) * (size_t)n);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = y[i] * y[i] + y[i];
}

F(in_place_next)
{
    (void)m;
    memcpy(y, x, sizeof(double) * (size_t)n);
#pragma omp parallel for
    for (int i = 0; i < n / 2; i++)
        y[2 * i] = y[2 * i] * y[2 * i + 1];
}

/* ---- several loops in a region ---- */

F(behind_a_barrier)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            z[i] = x[i] * x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = z[n - 1 - i] * x[n - 1 - i];
    }
}

F(crossing)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            z[i] = x[i] * x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = 3 * x[n - 1 - i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] += z[i];
    }
}

F(same_share)
{
    (void)m;
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            y[i] += 2 * x[i];
    }
}

F(other_share)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            z[i] = x[i] * x[i];
#pragma omp for schedule(static)
        for (int i = 0; i < n / 2; i++)
            y[i] = 2 * x[i];
    }
    for (int i = 0; i < n; i++)
        y[i] += z[i];
}

F(beside_a_master)
{
    double z = 0;
    (void)m;
#pragma omp parallel
    {
#pragma omp master
        for (int i = 0; i < n; i++)
            z += x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
    }
    y[0] += z;
}

F(beside_a_critical_section)
{
    double z = 0;
    (void)m;
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
#pragma omp critical
        z += x[n / 2] * (omp_get_thread_num() == 0);
    }
    y[0] += z;
}

F(in_steps)
{
    double z[2][N] = {{0}};
    (void)m;
#pragma omp parallel
    for (int t = 0; t < 3; t++) {
        const double *from = t == 0 ? x : z[t % 2];
        double *to = t == 2 ? y : z[(t + 1) % 2];
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            to[i] = from[i - 1] + 2 * from[i] - from[i + 1];
    }
}

F(moving)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    for (int t = 0; t < 3; t++) {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n - 20 * t; i++)
            z[i] += x[i + 10 * t] * x[i];
#pragma omp barrier
    }
    memcpy(y, z, sizeof(double) * (size_t)n);
}

F(changed_in_the_region)
{
    int shift = 0;
    (void)m;
#pragma omp parallel
    {
#pragma omp single
        shift = n / 2;
#pragma omp for
        for (int i = 0; i < n / 2; i++)
            y[i] = x[i + shift] * x[n / 2 + i] + x[i];
    }
}

F(different_in_each_thread)
{
    (void)m;
#pragma omp parallel
    {
        int shift = omp_get_thread_num();
#pragma omp for
        for (int i = 0; i < n - 8; i++)
            y[i] = x[i + shift] * 0 + x[i + 8 - shift] * 0 + x[i];
    }
}

F(parts_by_number)
{
    (void)m;
#pragma omp parallel
    {
        int t = omp_get_thread_num(), k = omp_get_num_threads(), each = n / k;
        for (int i = t * each; i < (t == k - 1 ? n - 1 : (t + 1) * each); i++)
            y[i] = x[i] * x[i + 1];
    }
}

/* ---- regions in regions, and functions ---- */

static void inner(const double *x, double *y, int n)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

F(nested)
{
    (void)m;
#pragma omp parallel for num_threads(2)
    for (int k = 0; k < 2; k++)
        inner(x, y + k * (n / 2), n / 2);
}

static void alone(const double *x, double *y, int n)
{
#pragma omp parallel for if (n < 0)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

F(by_each_thread)
{
    (void)m;
#pragma omp parallel for
    for (int k = 0; k < 8; k++)
        alone(x, y + k * (n / 8), n / 8);
}

__attribute__((noinline)) static void shared_loop(const double *x, double *y, int n)
{
#pragma omp for nowait
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[n - 1 - i];
}

F(in_functions)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
        shared_loop(x, z, n);
        shared_loop(x, y, n);
    }
    for (int i = 0; i < n; i++)
        y[i] += z[i];
}

/* ---- checks ---- */

#define GRADIENT_OF(name)                                                                          \
    static void name##_gradient(const double *x, int n, double *dx)                                \
    {                                                                                              \
        static double y[N], dy[N];                                                                 \
        for (int i = 0; i < N; i++)                                                                \
            y[i] = dx[i] = 0, dy[i] = 1 + i % 3;                                                   \
        __enzyme_autodiff_v((void *)name, enzyme_dup, x, dx, enzyme_const, n, enzyme_dup, y, dy,   \
                            enzyme_const, n);                                                      \
    }

#define ALL(X)                                                                                     \
    X(own)                                                                                         \
    X(own_long)                                                                                    \
    X(own_unsigned)                                                                                \
    X(own_size) X(pairs) X(halves) X(backwards) X(one_for_all) X(next) X(three) X(three_long)      \
        X(three_size) X(far) X(farther) X(chunks) X(dynamic) X(guided) X(down) X(own_rows)         \
            X(square) X(tall) X(overlapping_rows) X(columns) X(collapsed) X(apart) X(the_same)     \
                X(shifted) X(shifted_far) X(dot) X(in_place) X(in_place_next) X(behind_a_barrier)  \
                    X(crossing) X(same_share) X(other_share) X(beside_a_master)                    \
                        X(beside_a_critical_section) X(in_steps) X(moving)                         \
                            X(changed_in_the_region) X(different_in_each_thread)                   \
                                X(parts_by_number) X(nested) X(by_each_thread) X(in_functions)

ALL(GRADIENT_OF)

/* The gradient that one thread finds is that of teams of any size. */
static void check(const struct oracle_site *site, void gradient(const double *, int, double *),
                  const double *x, int n)
{
    static const int teams[] = {2, 3, 4, 8};
    static double expected[N], dx[N];
    omp_set_num_threads(1);
    gradient(x, n, expected);
    for (int t = 0; t < 4; t++) {
        omp_set_num_threads(teams[t]);
        for (int k = 0; k < OFTEN; k++) {
            gradient(x, n, dx);
            oracle_close_array(site, dx, expected, n, 0);
        }
    }
}

#define CHECKED(name)                                                                              \
    check(ORACLE_SITE(#name), name##_gradient, x, 97);                                             \
    check(ORACLE_SITE(#name), name##_gradient, x, N);                                              \
    omp_set_num_threads(3);                                                                        \
    ORACLE_MAP(name, x, 97, y, 97);

int main(void)
{
    static double x[N], y[N];
    omp_set_dynamic(0);
    omp_set_max_active_levels(2);
    for (int i = 0; i < N; i++)
        x[i] = 1 + i * 7 % 13;
    ALL(CHECKED)
    return oracle_result();
}
