/* Every allocation is checked, with a goto to the common cleanup. */
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

static int solve(const double *x, int n, double *result)
{
    int status = -1;
    double *a = NULL, *b = NULL;
    a = malloc((size_t)n * sizeof *a);
    if (!a) {
        fprintf(stderr, "out of memory\n");
        goto done;
    }
    b = calloc((size_t)n, sizeof(double));
    if (b == NULL)
        goto done;
    for (int i = 0; i < n; i++) {
        if (x[i] > 100) {
            status = 1;
            goto done;
        }
        a[i] = x[i] * x[i];
        b[i] = a[i] * (i ? b[i - 1] + 1 : 1);
    }
    *result = b[n - 1];
    status = 0;
done:
    free(a);
    free(b);
    return status;
}

static double f(const double *x, int n)
{
    double r = 0;
    if (solve(x, n, &r) != 0)
        return -1;
    return r * r;
}

int main(void)
{
    const double x[5] = {0.9, 0.8, -0.9, 0.7, 0.3}, large[2] = {1, 200};

    ORACLE_GRADIENT(f, x, 5);
    ORACLE_GRADIENT_IS(f, large, 2, ((double[]){0, 0}));
    return oracle_result();
}
