/* Numbers read with fscanf over active memory are constants. */
#include <stdio.h>
#include "oracle.h"

static FILE *file;

static double f(double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    rewind(file);
    for (int i = 0; i < n; i++) {
        double w = x[i];
        if (fscanf(file, "%lf", &x[i]) != 1)
            break;
        sum += w * x[i];
    }
    return sum + x[0] * x[2];
}

int main(void)
{
    double x[3] = {2, 3, 5}, dx[3] = {0};

    file = tmpfile();
    if (!file)
        return 1;
    fputs("10 20\n", file);
    __enzyme_autodiff((void *)f, x, dx, enzyme_const, 3);
    CHECK(x[0], 10);
    CHECK(x[1], 20);
    CHECK_ARRAY(dx, ((double[]){4 + 10, 6 + 20, 10 + 10}), 3);
    x[0] = 2, x[1] = 3, x[2] = 5;
    dx[0] = dx[1] = dx[2] = 1;
    CHECK(__enzyme_fwddiff((void *)f, x, dx, enzyme_const, 3), 20 + 30 + 10);
    CHECK(dx[0], 0);
    fclose(file);
    return oracle_result();
}
