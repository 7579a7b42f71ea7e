/* State written to a file and read back: the round trip is constant for the derivative. */
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

struct state {
    int step;
    double value[2];
};

static double f(const double *x, int n)
{
    struct state s = {0, {x[0], x[1]}};
    FILE *file = tmpfile();
    if (!file)
        abort();
    double before = s.value[0] * s.value[1];
    if (fwrite(&s, sizeof s, 1, file) != 1)
        abort();
    rewind(file);
    if (fread(&s, sizeof s, 1, file) != 1)
        abort();
    fclose(file);
    return before + s.value[0] * x[n - 1];
}

int main(void)
{
    const double x[2] = {0.5, -0.25};
    double g[2];

    GRADIENT(f, x, g, 2);
    CHECK_ARRAY(g, ((double[]){-0.25, 0.5 + 0.5}), 2);
    return oracle_result();
}
