/* Active floating-point values formatted into text: the text is constant, also when it is read back
 * as numbers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    char text[64];
    double s = 0;
    for (int i = 0; i < n; i++) {
        int length = snprintf(text, sizeof text, "%.17g", x[i]);
        double copy = strtod(text, NULL); /* a constant */
        s += copy * x[i] * (length > 0) + atof(text);
        sprintf(text, "%d:%g", i, s);
        s *= strchr(text, ':') ? 1 : 0;
    }
    return s;
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};
    double g[3];

    GRADIENT(f, x, g, 3);
    CHECK_ARRAY(g, x, 3);
    return oracle_result();
}
