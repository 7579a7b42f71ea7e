/* The objective itself drives the two halves, with tapes in an array: its gradient is a second
 * derivative. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static void step(double *u, const double *k)
{
    double t = u[0];
    u[0] += 0.1 * k[0] * sin(u[1]);
    u[1] -= 0.1 * t * u[1];
}
/* gradient norm of final u[0] wrt k and initial u, as function of x = {k, u0, u1} */
static double gnorm(const double *x, int n)
{
    enum { S = 5 };
    double k[1] = {x[0]}, dk[1] = {0}, u[2] = {x[1], x[2]}, du[2] = {1, 0};
    void **tapes = malloc(S * sizeof *tapes);
    for (int s = 0; s < S; s++)
        tapes[s] = __enzyme_augmentfwd((void *)step, enzyme_dup, u, du, enzyme_dup, k, dk);
    for (int s = S; s-- > 0;)
        __enzyme_reverse((void *)step, enzyme_dup, u, du, enzyme_dup, k, dk, tapes[s]);
    free(tapes);
    return dk[0] * dk[0] + du[0] * du[1];
}
static double inner(const double *x)
{
    double s = 0, p = 1;
    for (int i = 0; i < 3; i++) {
        p *= x[i];
        s += p * p;
    }
    while (s > 2)
        s = sqrt(s) + x[0] * 0.1;
    return s;
}
static double outer(const double *x, int n)
{
    double g[3] = {0};
    void *t = __enzyme_augmentfwd((void *)inner, enzyme_dup, x, g);
    __enzyme_reverse((void *)inner, enzyme_dup, x, g, 1.0, t);
    return g[0] * g[1] + g[2] * g[2];
}
int main(void)
{
    ORACLE_GRADIENT(gnorm, ((double[]){0.7, 0.4, 0.9}), 3);
    ORACLE_GRADIENT(outer, ((double[]){0.7, 1.4, 1.9}), 3);
    return oracle_result();
}
