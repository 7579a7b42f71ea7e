/* Truncated functions with parallel regions, reductions and atomic updates, and their derivatives.
 */
#include "oracle.h"

typedef double unary(double);
unary *__enzyme_truncate_op_func_1(void *, int, int);
unary *__enzyme_truncate_mem_func_1(void *, int, int);

enum { N = 64 };

static double reduced(double x)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += x * i;
    return sum / 3;
}
static double updated(double x)
{
    double sum = 0, largest = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        sum += x * i;
    }
#pragma omp parallel for reduction(max : largest)
    for (int i = 0; i < N; i++)
        largest = x * i > largest ? x * i : largest;
    return sum / 3 + largest;
}
static double each(double x)
{
    double y[N], sum = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        y[i] = x * i / 3;
    for (int i = 0; i < N; i++)
        sum += y[i];
    return sum;
}

#define AT 3.14159 /* no result is a float, in whatever order a sum is made */

#define COMPARE(f, slope)                                                                          \
    do {                                                                                           \
        double narrow = __enzyme_truncate_op_func_1((void *)f, 64, 32)(AT);                        \
        CHECK_TOL(narrow, f(AT), 1e-5);                                                            \
        CHECK_THAT(narrow == (float)narrow && narrow != f(AT));                                    \
        CHECK_TOL(__enzyme_truncate_mem_func_1((void *)f, 64, 32)(AT), f(AT), 1e-5);               \
        CHECK_TOL(__enzyme_autodiff((void *)__enzyme_truncate_op_func_1((void *)f, 64, 32), AT),   \
                  slope, 1e-5);                                                                    \
    } while (0)

int main(void)
{
    const double whole = N * (N - 1) / 2;
    COMPARE(reduced, whole / 3);
    COMPARE(updated, whole / 3 + N - 1);
    COMPARE(each, whole / 3);
    return oracle_result();
}
