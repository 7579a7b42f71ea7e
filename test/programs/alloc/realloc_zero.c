/* realloc(p, 0) as a way to free, after which the list starts anew. */
#include <stdlib.h>
#include "oracle.h"

static double *resize(double *p, int n)
{
    if (n == 0) {
        free(p);
        return NULL;
    }
    return realloc(p, (size_t)n * sizeof *p);
}

static double f(const double *x, int n)
{
    double *list = NULL, s = 0;
    for (int i = 0; i < n; i++) {
        int length = i % 3 + 1;
        list = resize(list, length);
        list[length - 1] = length > 1 ? list[length - 2] * x[i] : x[i] * x[i];
        s += list[length - 1] * list[0];
        if (length == 3)
            list = resize(list, 0);
    }
    resize(list, 0);
    return s;
}

int main(void)
{
    const double x[8] = {1.1, 0.8, -0.9, 0.7, 0.9, 1.3, -0.4, 0.6};

    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
