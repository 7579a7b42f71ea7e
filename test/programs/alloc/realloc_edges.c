/* realloc(NULL, n) allocates, realloc to a smaller block keeps the front, and a block grown by one
 * element each time. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *list = NULL, s = 0;
    for (int i = 0; i < n; i++) {
        list = realloc(list, (size_t)(i + 1) * sizeof *list);
        list[i] = i ? list[i - 1] * x[i] : x[i];
    }
    list = realloc(list, 3 * sizeof *list);
    for (int i = 0; i < 3; i++)
        s += list[i] * list[i];
    list = realloc(list, 6 * sizeof *list);
    for (int i = 3; i < 6; i++)
        list[i] = list[i - 3] * s;
    s += list[5] * list[4];
    free(list);
    return s;
}

int main(void)
{
    const double x[5] = {1.1, 0.8, -0.9, 0.7, 0.9};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
