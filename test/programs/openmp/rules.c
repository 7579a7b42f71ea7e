/* Functions with rules of their own, called in regions: what a rule adds to memory that threads
 * share it adds while no other thread adds to any. The rules say three times the derivative, so
 * that it shows who makes it. */
#include "own.h"

/* ---- numbers ---- */

__attribute__((noinline)) static double square(double x)
{
    return x * x;
}
static double square_augmented(double x)
{
    return x * x;
}
static double square_reverse(double x, double seed)
{
    return 6 * x * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

PARALLEL_FOR(of_numbers, "omp parallel for", int, 0, n, { y[i] = square(x[i]) + square(x[i / 2]); })

/* ---- memory ---- */

enum { LENGTH = 5 };

__attribute__((noinline)) static void products(const double *a, const double *b, double *result)
{
    double sum = 0;
    for (int i = 0; i < LENGTH; i++)
        sum += a[i] * b[i];
    *result = sum;
}
static void products_augmented(const double *a, const double *da, const double *b, const double *db,
                               double *result, double *dresult)
{
    products(a, b, result);
}
static void products_reverse(const double *a, double *da, const double *b, double *db,
                             double *result, double *dresult)
{
    for (int i = 0; i < LENGTH; i++) {
        da[i] += 3 * b[i] * *dresult;
        db[i] += 3 * a[i] * *dresult;
    }
    *dresult = 0;
}
void *__enzyme_register_gradient_products[] = {(void *)products, (void *)products_augmented,
                                               (void *)products_reverse};

F(of_memory)
{
    (void)m;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < n - LENGTH; i++) {
        double sum = 0;
        products(x + i, x, &y[i]);
        for (int k = 0; k < 3; k++)
            sum += x[k] * x[i + k];
        y[i] += sum;
    }
}

/* What is overwritten a rule would have to keep. */
F(of_rows)
{
    static double rows[N][LENGTH], results[N];
    (void)m;
#pragma omp parallel for
    for (int i = 0; i < n - LENGTH; i++) {
        for (int k = 0; k < LENGTH; k++)
            rows[i][k] = x[i + k] + x[k];
        products(rows[i], rows[i], &results[i]);
        y[i] = results[i];
    }
}

/* ---- what they are without rules ---- */

static double map_sum(const double *x, int n, int which)
{
    double sum = 0;
    for (int i = 0; i < (which == 0 ? n : n - LENGTH); i++) {
        double w = 1 + i % 3, part = 0;
        if (which == 0)
            part = 3 * (x[i] * x[i] + x[i / 2] * x[i / 2]);
        for (int k = 0; k < LENGTH && which == 1; k++)
            part += (k < 3 ? 4 : 3) * x[k] * x[i + k];
        for (int k = 0; k < LENGTH && which == 2; k++)
            part += 3 * (x[i + k] + x[k]) * (x[i + k] + x[k]);
        sum += w * part;
    }
    return sum;
}

static void check_rule(const struct oracle_site *site, void gradient(const double *, int, double *),
                       const double *x, int n, int which)
{
    static double expected[N], dx[N];
    memset(expected, 0, sizeof expected);
    __enzyme_autodiff((void *)map_sum, enzyme_dup, x, expected, enzyme_const, n, enzyme_const,
                      which);
    gradient(x, n, dx);
    oracle_close_array(site, dx, expected, n, 0);
}

#define ALL(X) X(of_numbers) X(of_memory) X(of_rows)
ALL(GRADIENT_OF)

int main(void)
{
    static double x[N];
    omp_set_dynamic(0);
    for (int i = 0; i < N; i++)
        x[i] = 1 + i * 7 % 13;
    ALL(EXACT)
    check_rule(ORACLE_SITE("of_numbers"), of_numbers_gradient, x, N, 0);
    check_rule(ORACLE_SITE("of_memory"), of_memory_gradient, x, N, 1);
    check_rule(ORACLE_SITE("of_rows"), of_rows_gradient, x, N, 2);
    return oracle_result();
}
