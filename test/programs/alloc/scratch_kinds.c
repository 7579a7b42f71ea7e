/* Scratch memory of several kinds in the rounds of a loop: of changing size, on the stack, zeroed,
 * checked, allocated under a condition. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static double changing_size(const double *x, int n)
{
    double s = 0.3;
    for (int k = 1; k < 8; k++) {
        double *w = malloc((size_t)k * sizeof *w);
        for (int i = 0; i < k; i++)
            w[i] = x[i % n] * s;
        for (int i = 0; i < k; i++)
            s += sin(w[i]) * w[k - 1 - i];
        free(w);
    }
    return s;
}

static double on_the_stack(const double *x, int n)
{
    double s = 0.3;
    for (int k = 1; k < 6; k++) {
        double w[n + k];
        for (int i = 0; i < n + k; i++)
            w[i] = x[i % n] * s + i;
        for (int i = 1; i < n + k; i++)
            s += cos(w[i] * w[i - 1]) / 8;
    }
    return s;
}

static double zeroed_and_checked(const double *x, int n)
{
    double s = 0.3;
    for (int k = 0; k < 5; k++) {
        double *sum = calloc((size_t)n, sizeof *sum), *copy = malloc((size_t)n * sizeof *copy);
        if (!sum || !copy) {
            free(sum);
            free(copy);
            abort();
        }
        memcpy(copy, x, (size_t)n * sizeof *copy);
        for (int i = 0; i < 2 * n; i++)
            sum[i % 3] += copy[i % n] * s * (i + k);
        for (int i = 0; i < n; i++)
            s = sin(s + sum[i]);
        free(copy);
        free(sum);
    }
    return s;
}

static double under_a_condition(const double *x, int n)
{
    double s = 0.3;
    for (int k = 0; k < 6; k++) {
        double *w = NULL;
        if (x[k % n] > 0)
            w = malloc((size_t)n * sizeof *w);
        for (int i = 0; w && i < n; i++)
            w[i] = x[i] * x[k % n];
        for (int i = 0; i < n; i++)
            s += w ? w[i] * s / 4 : x[i] * x[i] / 8;
        free(w);
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 0.7};

    ORACLE_GRADIENT(changing_size, x, 4);
    ORACLE_GRADIENT(on_the_stack, x, 4);
    ORACLE_GRADIENT(zeroed_and_checked, x, 4);
    ORACLE_GRADIENT(under_a_condition, x, 4);
    return oracle_result();
}
