/* Bits of numbers kept in arrays of integers and moved there at fixed places, beside arrays that
 * are integers in fact. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static uint64_t bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double number(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* The ends change places. */
static double ends(const double *x, int n)
{
    uint64_t q[8];
    double s = 0;
    for (int i = 0; i < n; i++)
        q[i] = bits(x[i] * x[i]);
    uint64_t t = q[0];
    q[0] = q[n - 1];
    q[n - 1] = t;
    for (int i = 0; i < n; i++)
        s += number(q[i]) * (i + 1);
    return s;
}

/* Every other one. */
static double pairs(const double *x, int n)
{
    uint64_t *q = malloc((size_t)n * sizeof *q);
    double s = 0;
    for (int i = 0; i < n; i++)
        q[i] = bits(x[i] * x[i]);
    for (int i = 0; i + 1 < n; i += 2) {
        uint64_t t = q[i];
        q[i] = q[i + 1];
        q[i + 1] = t;
    }
    for (int i = 0; i < n; i++)
        s += number(q[i]) * (i + 1);
    free(q);
    return s;
}

/* A register file: some words are numbers, some are counts. */
struct machine {
    uint64_t r[4];
};

static double machine(const double *x, int n)
{
    struct machine m = {{0}};
    m.r[1] = bits(x[0]);
    m.r[2] = bits(x[1]);
    for (m.r[0] = 0; m.r[0] < (uint64_t)n; m.r[0]++) {
        m.r[3] = bits(number(m.r[1]) * number(m.r[2]));
        m.r[1] = m.r[2];
        m.r[2] = m.r[3];
    }
    return number(m.r[3]) * (double)m.r[0];
}

/* The count is in front of the numbers. */
static double counted(const double *x, int n)
{
    uint64_t *q = malloc((size_t)(n + 1) * sizeof *q);
    double s = 0;
    q[0] = (uint64_t)n;
    for (int i = 0; i < n; i++)
        q[i + 1] = bits(x[i] * x[i]);
    uint64_t count = q[0];
    for (uint64_t i = 1; i <= count; i++)
        s += number(q[i]) * (double)i;
    free(q);
    return s;
}

int main(void)
{
    const double x[5] = {0.7, 1.3, 0.4, -0.9, 1.1};

    ORACLE_GRADIENT(ends, x, 4);
    ORACLE_GRADIENT(pairs, x, 5);
    ORACLE_GRADIENT(machine, x, 3);
    ORACLE_GRADIENT(counted, x, 5);
    return oracle_result();
}
