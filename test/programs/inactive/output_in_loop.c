/* puts, putchar, fputs and fprintf in a loop, in order and once each. */
#include <stdio.h>
#include <string.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++) {
        s *= x[i];
        fprintf(stdout, "%d:%.1f", i, s);
        if (s > 2)
            puts(" big");
        else
            putchar('\n');
    }
    fputs("done\n", stdout);
    return s;
}

int main(void)
{
    double x[3] = {1.5, 2, 0.5}, dx[3] = {0};

    oracle_capture_begin();
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    CHECK_THAT(strcmp(oracle_capture_end(), "0:1.5\n1:3.0 big\n2:1.5\ndone\n") == 0);
    CHECK_ARRAY(dx, ((double[]){1, 0.75, 3}), 3);
    return oracle_result();
}
