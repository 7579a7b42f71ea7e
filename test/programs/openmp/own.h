/* Additions to adjoints of what only one thread reads are plain, others atomic. All numbers are
 * small integers, so that sums are exact in any order: a team must get to the last bit what one
 * thread gets, each time. An addition that gets lost shows where several threads add to an element,
 * so each function runs often, with many threads, on few elements that they share and on many. */
#ifndef OWN_H
#define OWN_H
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

#define EXACT(name)                                                                                \
    check(ORACLE_SITE(#name), name##_gradient, x, 97);                                             \
    check(ORACLE_SITE(#name), name##_gradient, x, N);
#define CHECKED(name)                                                                              \
    EXACT(name)                                                                                    \
    omp_set_num_threads(3);                                                                        \
    ORACLE_MAP(name, x, 97, y, 97);

/* Functions that compute in `float`, for which differences are too coarse. */
#ifndef FLOATS
#define FLOATS(X)
#endif

#define TEST_ALL                                                                                   \
    ALL(GRADIENT_OF)                                                                               \
    FLOATS(GRADIENT_OF)                                                                            \
    int main(void)                                                                                 \
    {                                                                                              \
        static double x[N], y[N];                                                                  \
        omp_set_dynamic(0);                                                                        \
        allow_levels(2);                                                                           \
        for (int i = 0; i < N; i++)                                                                \
            x[i] = 1 + i * 7 % 13;                                                                 \
        ALL(CHECKED)                                                                               \
        FLOATS(EXACT)                                                                              \
        return oracle_result();                                                                    \
    }
#endif
