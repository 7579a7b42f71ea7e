/* A line of text taken apart by sscanf into numbers of several types. */
#include <stdio.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    static const char *const lines[] = {"add 2.5 1", "scale 0.5 2", "add -1 3", "bad"};
    double s = 0;
    for (int i = 0; i < n; i++) {
        char word[16];
        double factor = x[i];
        double weight = x[i];
        int times = 0, fields = sscanf(lines[i % 4], "%15s %lf %d", word, &factor, &times);
        if (fields < 3)
            s += factor * weight; /* factor is still x[i] */
        else if (word[0] == 'a')
            s += factor * x[i] * times;
        else
            s = s * factor + times * x[i] * x[i];
    }
    return s;
}

int main(void)
{
    const double x[5] = {0.5, -0.25, 0.75, 1.5, 2};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
