/* What the IR programs call to check a number: ends the program unless `got` is
 * `want` within rounding. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void expect(double got, double want);

void expect(double got, double want)
{
    if (fabs(got - want) <= 1e-12 * (1 + fabs(want)))
        return;
    fprintf(stderr, "got %.17g, expected %.17g\n", got, want);
    exit(1);
}
