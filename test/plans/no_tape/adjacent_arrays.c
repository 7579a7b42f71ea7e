/* Arrays that lie side by side do not overlap, whatever the shape of the loops over them: nothing
 * that is loaded from one is kept because of stores to the other. */
#include <enzcc/runtime.h>
#include <string.h>
#include "oracle.h"

enum { N = 12, MATRIX = N * N };

static void product(const double *a, const double *b, double *c, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* The lower half of c += a b^T + b a^T. */
static void lower_half(const double *a, const double *b, double *c, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j <= i; j++)
                c[i * n + j] += a[i * n + k] * b[j * n + k] + b[i * n + k] * a[j * n + k];
}

/* c += a b, where only the lower half of a is read, which is symmetric. */
static void symmetric(const double *a, const double *b, double *c, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            for (int j = 0; j < n; j++) {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
                c[k * n + j] += a[i * n + k] * b[i * n + j];
            }
        for (int j = 0; j < n; j++)
            c[i * n + j] += a[i * n + i] * b[i * n + j];
    }
}

/* c += a b, where only the upper half of a is read. */
static void upper_half(const double *a, const double *b, double *c, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

struct setting {
    void (*function)(const double *, const double *, double *, int);
    int at[3];
    double memory[3 * MATRIX], direction[3 * MATRIX], weights[3 * MATRIX];
};

static double eval(void *context, double t)
{
    const struct setting *s = context;
    double memory[3 * MATRIX];
    for (int i = 0; i < 3 * MATRIX; i++)
        memory[i] = s->memory[i] + t * s->direction[i];
    s->function(memory + s->at[0], memory + s->at[1], memory + s->at[2], N);
    return oracle_dot(s->weights, memory, 3 * MATRIX);
}

#define CHECK_FUNCTION(f)                                                                          \
    do {                                                                                           \
        double memory[3 * MATRIX], adjoint[3 * MATRIX];                                            \
        s.function = f;                                                                            \
        memcpy(memory, s.memory, sizeof memory);                                                   \
        memcpy(adjoint, s.weights, sizeof adjoint);                                                \
        (void)enz_rt_tape_peak();                                                                  \
        __enzyme_autodiff((void *)f, memory + s.at[0], adjoint + s.at[0], memory + s.at[1],        \
                          adjoint + s.at[1], memory + s.at[2], adjoint + s.at[2], N);              \
        CHECK_THAT(enz_rt_tape_peak() < MATRIX * sizeof(double));                                  \
        oracle_check_difference(ORACLE_SITE(#f), eval, &s,                                         \
                                oracle_dot(adjoint, s.direction, 3 * MATRIX), 1);                  \
    } while (0)

int main(void)
{
    static const int orders[][3] = {
        {0, MATRIX, 2 * MATRIX}, {2 * MATRIX, MATRIX, 0}, {MATRIX, 2 * MATRIX, 0}};
    struct setting s;
    oracle_random(s.memory, 3 * MATRIX, 1);
    oracle_random(s.direction, 3 * MATRIX, 2);
    oracle_random(s.weights, 3 * MATRIX, 3);
    for (int i = 0; i < 3; i++) {
        memcpy(s.at, orders[i], sizeof s.at);
        CHECK_FUNCTION(product);
        CHECK_FUNCTION(lower_half);
        CHECK_FUNCTION(symmetric);
        CHECK_FUNCTION(upper_half);
    }
    return oracle_result();
}
