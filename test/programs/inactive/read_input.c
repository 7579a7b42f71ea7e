/* Data read over active memory is constant: its derivatives end there, in every
 * round of a loop, and only as far as bytes were read. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "oracle.h"

static FILE *file;

/* x[0..1] are replaced by what was read, x[2] is not: the file is short. */
static double replaced(double *x)
{
    double sum = x[0] * x[1];
    size_t n = fread(x, sizeof *x, 3, file);
    return sum + (double)n * (x[0] * x[0] + x[1] + x[2] * x[2]);
}

static double weighted(const double *x, int n)
{
    double w[4], sum = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++)
            w[k] = x[k] * x[k];
        sum += w[i];
        if (pread(fileno(file), w, 2 * sizeof *w, 0) != 2 * sizeof *w)
            abort();
        for (int k = 0; k < 4; k++)
            sum += w[k] * x[k];
    }
    return sum;
}

int main(void)
{
    double data[2] = {10, 20};
    double x[4] = {2, 3, 5, 7}, dx[4] = {0};

    file = tmpfile();
    if (!file || fwrite(data, sizeof *data, 2, file) != 2)
        return 1;
    rewind(file);
    __enzyme_autodiff((void *)replaced, x, dx);
    CHECK(x[0], 10);
    CHECK(dx[0], 3);
    CHECK(dx[1], 2);
    CHECK(dx[2], 20);
    rewind(file);
    x[0] = 2, x[1] = 3;
    dx[0] = 1, dx[1] = dx[2] = 0;
    CHECK(__enzyme_fwddiff((void *)replaced, x, dx), 3);
    CHECK(dx[0], 0);
    x[0] = 2, x[1] = 3;
    for (int k = 0; k < 4; k++)
        dx[k] = 0;
    __enzyme_autodiff((void *)weighted, x, dx, enzyme_const, 2);
    CHECK(dx[0], 4 + 2 * 10);
    CHECK(dx[1], 6 + 2 * 20);
    CHECK(dx[2], 2 * 3 * 25);
    CHECK(dx[3], 2 * 3 * 49);
    fclose(file);
    return oracle_result();
}
