/* Labels made with strdup and strndup decide what is computed; they carry no derivative. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct term {
    char *name;
    double factor;
};

static double f(const double *x, int n)
{
    static const char *const names[] = {"linear", "square", "cubic"};
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct term t = {strdup(names[i % 3]), x[i]};
        char *first = strndup(t.name, 1);
        if (!strcmp(t.name, "linear"))
            s += t.factor;
        else if (first[0] == 's')
            s += t.factor * t.factor;
        else
            s += t.factor * t.factor * s;
        free(first);
        free(t.name);
    }
    return s;
}

int main(void)
{
    const double x[5] = {1.1, 0.8, -0.9, 0.7, 0.9};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
