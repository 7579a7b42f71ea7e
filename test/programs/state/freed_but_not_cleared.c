/* Large global work arrays that every evaluation allocates and frees; the pointers are left as they
 * are. */
#include <stdlib.h>
#include "oracle.h"

static double *work, *more;
static struct {
    double *at;
} box;

static void finish(void)
{
    free(work);
    free(more);
    free(box.at);
}

static double f(const double *x, int n)
{
    double s = 0;
    work = malloc(100000 * sizeof *work);
    more = calloc(100000, sizeof *more);
    box.at = malloc(100000 * sizeof *box.at);
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        more[9 * i] = work[i] * x[n - 1 - i];
    for (int i = 0; i < n; i++)
        box.at[i] = more[9 * i] * work[0];
    for (int i = 0; i < n; i++)
        s += box.at[i] * work[i];
    finish();
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
