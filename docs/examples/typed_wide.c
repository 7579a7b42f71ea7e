#include <enzcc/typed.h>
#include <stdio.h>
#include <stdlib.h>

static double model(double x, const double *weights, int n)
{
    double r = 0;
    for (int i = 0; i < n; i++)
        r = r * x + weights[i];
    return r;
}

static void polar(const double *x, double *y)
{
    y[0] = x[0] * x[0] + x[1] * x[1];
    y[1] = x[1] / x[0];
}

ENZ_FORWARD_WIDE(model_tangents, 2, model, ENZ_DUP(double), ENZ_DUP(double),
                 ENZ_STRIDED(const double *), ENZ_CONST(int));
ENZ_REVERSE_WIDE(polar_rows, 2, polar, ENZ_VOID, ENZ_STRIDED(const double *),
                 ENZ_STRIDED(double *));
ENZ_SPLIT_IN(model_first, model_second, model_tape, model, ENZ_ACTIVE(double), ENZ_ACTIVE(double),
             ENZ_DUP(const double *), ENZ_CONST(int));

int main(void)
{
    /* Two directions: one in x, one in the weights. */
    const double w[3] = {1, 2, 3}, dx[2] = {1, 0}, dw[2][3] = {{0, 0, 0}, {1, 1, 1}};
    double tangents[2], value = model_tangents(2, dx, w, dw[0], sizeof dw[0], 3, tangents);
    printf("%g: %g %g\n", value, tangents[0], tangents[1]);

    /* A Jacobian by rows. */
    double x[2] = {1, 2}, y[2], rows[2][2] = {{0}}, seeds[2][2] = {{1, 0}, {0, 1}};
    polar_rows(x, rows[0], sizeof rows[0], y, seeds[0], sizeof seeds[0]);
    printf("%g %g, %g %g\n", rows[0][0], rows[0][1], rows[1][0], rows[1][1]);

    /* A tape in memory of the program's own. */
    void *tape = malloc(model_tape());
    double gx, gw[3] = {0};
    model_first(2, w, gw, 3, tape);
    model_second(2, &gx, w, gw, 3, 10, tape);
    printf("%g, %g %g %g\n", gx, gw[0], gw[1], gw[2]);
    free(tape);
}
