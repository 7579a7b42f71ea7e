/* Scope guards: variables with a cleanup function that frees or restores. */
#include <stdlib.h>
#include "oracle.h"

static int open_scopes;
static void free_array(double **p)
{
    free(*p);
}
static void leave(int *depth)
{
    open_scopes -= *depth;
}
#define AUTO_FREE __attribute__((cleanup(free_array)))

static double f(const double *x, int n)
{
    AUTO_FREE double *squares = malloc((size_t)n * sizeof *squares);
    __attribute__((cleanup(leave))) int depth = 1;
    open_scopes += depth;
    for (int i = 0; i < n; i++) {
        AUTO_FREE double *pair = malloc(2 * sizeof *pair);
        pair[0] = x[i], pair[1] = x[n - 1 - i];
        squares[i] = pair[0] * pair[1] * pair[1];
        if (squares[i] > 50)
            return squares[i]; /* leaves two scopes */
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += squares[i] * squares[i];
    return s;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0};
    for (int i = 0; i < 20; i++)
        __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    size_t before = oracle_heap_in_use();
    for (int i = 0; i < 200; i++)
        __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_THAT(oracle_heap_in_use() < before + 1024);
    ORACLE_GRADIENT(f, x, 3);
    ORACLE_GRADIENT(f, ((const double[]){2, 2, 6}), 3);
    CHECK_THAT(open_scopes == 0);
    return oracle_result();
}
