/* Progress reports of every kind in the middle of a computation: printf, puts, putchar, fputs,
 * fputc, perror, fflush. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    puts("i      x         s");
    for (int i = 0; i < n; i++) {
        s = s * x[i] + x[i] * x[i];
        printf("%2d %9.5f %9.5f\n", i, x[i], s);
        fprintf(stderr, "%s: %g\n", "sum", s);
        if (s < 0) {
            putchar('-');
            fputc('\n', stdout);
            fputs("negative\n", stderr);
        }
    }
    fflush(stdout);
    if (s > 1e6) {
        errno = ERANGE;
        perror("sum");
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, -1};

    oracle_capture_begin();
    double g[4];
    GRADIENT(f, x, g, 4);
    const char *text = oracle_capture_end();
    CHECK_THAT(strstr(text, " 3  -1.00000"));
    CHECK_THAT(!strstr(strstr(text, "i      x") + 1, "i      x")); /* the primal runs once */
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
