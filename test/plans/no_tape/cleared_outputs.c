/* Two products whose results are cleared first: nothing is kept where the arrays are apart. Where
 * they are not, what is cleared may be a factor, or the next product's, or part of one. */
#include <enzcc/runtime.h>
#include <string.h>
#include "oracle.h"

enum { N = 10, MATRIX = N * N, ARRAYS = 5, ALL = ARRAYS * MATRIX };

static void product(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n * n; i++)
        c[i] = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void whole(int n, const double *a, const double *b, const double *c, double *ab, double *d)
{
    product(n, a, b, ab);
    product(n, ab, c, d);
}

/* Row by row. */
static void rows(int n, const double *a, const double *b, const double *c, double *ab, double *d)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            ab[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                ab[i * n + j] += a[i * n + k] * b[k * n + j];
    }
    for (int i = 0; i < n; i++) {
        memset(d + i * n, 0, (size_t)n * sizeof *d);
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                d[i * n + j] += ab[i * n + k] * c[k * n + j];
    }
}

typedef void function(int, const double *, const double *, const double *, double *, double *);

struct setting {
    function *f;
    int n;
    const int *at;
    double memory[ALL], direction[ALL], weights[ALL];
};

static double eval(void *context, double t)
{
    const struct setting *s = context;
    double memory[ALL];
    for (int i = 0; i < ALL; i++)
        memory[i] = s->memory[i] + t * s->direction[i];
    s->f(s->n, memory + s->at[0], memory + s->at[1], memory + s->at[2], memory + s->at[3],
         memory + s->at[4]);
    return oracle_dot(s->weights, memory, ALL);
}

#define CHECK_FUNCTION(g)                                                                          \
    do {                                                                                           \
        double p[ALL], d[ALL];                                                                     \
        s.f = g;                                                                                   \
        memcpy(p, s.memory, sizeof p);                                                             \
        memcpy(d, s.weights, sizeof d);                                                            \
        (void)enz_rt_tape_peak();                                                                  \
        __enzyme_autodiff((void *)(g), s.n, p + s.at[0], d + s.at[0], p + s.at[1], d + s.at[1],    \
                          p + s.at[2], d + s.at[2], p + s.at[3], d + s.at[3], p + s.at[4],         \
                          d + s.at[4]);                                                            \
        CHECK_THAT(!apart || enz_rt_tape_peak() < MATRIX * sizeof(double));                        \
        oracle_check_difference(ORACLE_SITE(#g), eval, &s, oracle_dot(d, s.direction, ALL), 1);    \
    } while (0)

int main(void)
{
    static const int places[][ARRAYS] = {
        {0, MATRIX, 2 * MATRIX, 3 * MATRIX, 4 * MATRIX},
        {3 * MATRIX, 4 * MATRIX, MATRIX, 2 * MATRIX, 0},
        {0, MATRIX, 2 * MATRIX, 3 * MATRIX, 0},          /* the result takes the place of a */
        {0, MATRIX, 2 * MATRIX, 3 * MATRIX, MATRIX + 1}, /* and of b, and one of c */
        {0, MATRIX, 2 * MATRIX, 3 * MATRIX, MATRIX - 1},
        {0, MATRIX, 2 * MATRIX, 3 * MATRIX, 3 * MATRIX - N},
        {0, MATRIX, 2 * MATRIX, MATRIX - 3, 4 * MATRIX},
        {0, 0, 0, MATRIX, MATRIX + N},
    };
    static struct setting s;
    oracle_random(s.memory, ALL, 1);
    oracle_random(s.direction, ALL, 2);
    oracle_random(s.weights, ALL, 3);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        s.at = places[i];
        for (s.n = 0; s.n <= N; s.n = s.n ? s.n + 3 : 1) {
            bool apart = i < 2 || s.n == 0;
            CHECK_FUNCTION(whole);
            CHECK_FUNCTION(rows);
        }
    }
    return oracle_result();
}
