/* A rule for a function that overwrites its arguments; values from before are needed afterwards. */
#include "oracle.h"
#include <stdlib.h>

void square_all(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] *= x[i];
}
double *square_all_augmented(double *x, double *dx, int n, int dn)
{
    double *old = malloc(n * sizeof *old);
    for (int i = 0; i < n; i++) {
        old[i] = x[i];
        x[i] *= x[i];
    }
    return old;
}
void square_all_reverse(double *x, double *dx, int n, int dn, double *old)
{
    for (int i = 0; i < n; i++)
        dx[i] *= 2 * old[i];
    free(old);
}
void *__enzyme_register_gradient_square_all[] = {(void *)square_all, (void *)square_all_augmented,
                                                 (void *)square_all_reverse};

static double f(const double *x, int n)
{
    double y[4], s = 0;
    for (int i = 0; i < n; i++)
        y[i] = x[i] * (i + 1);
    for (int r = 0; r < 3; r++) {
        s += y[0] * y[1] * y[2];
        square_all(y, n);
        s += y[1] * y[n - 1];
    }
    return s;
}
static void g(double *x, int n)
{
    square_all(x, 3);
    x[0] *= x[1];
    square_all(x + 1, 2);
}

int main(void)
{
    double x[4];
    oracle_random(x, 4, 2);
    ORACLE_GRADIENT(f, x, 4);
    ORACLE_INPLACE(g, x, 3);
    return oracle_result();
}
