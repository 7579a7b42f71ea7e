/* Results written in binary and as text from inside; the file has each of them once. */
#include <stdio.h>
#include <string.h>
#include "oracle.h"

static FILE *file;

static void f(double *x, int n)
{
    for (int i = 1; i < n; i++) {
        x[i] += x[i - 1] * x[i - 1];
        fwrite(&x[i], sizeof x[i], 1, file);
    }
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0, 0, 1}, back[8];

    file = tmpfile();
    if (!file)
        return 1;
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_ARRAY(dx, ((double[]){2 * 3 * 2, 6, 1}), 3);
    rewind(file);
    CHECK_THAT(fread(back, sizeof *back, 8, file) == 2);
    CHECK_ARRAY(back, ((double[]){3, 12}), 2);
    fclose(file);
    return oracle_result();
}
