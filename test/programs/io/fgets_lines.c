/* A small configuration file read line by line inside the differentiated function. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static FILE *file;

static double f(const double *x, int n)
{
    char line[80];
    double s = 1;
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        int index = atoi(line);
        double value = strtod(equals + 1, NULL);
        if (index < n)
            s = s * value + x[index] * x[index] * value;
    }
    return s;
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};

    file = tmpfile();
    if (!file)
        return 1;
    fputs("# weights\n0 = 1.5\n2=-0.5\n\n1 = 3\n", file);
    ORACLE_GRADIENT(f, x, 3);
    fclose(file);
    return oracle_result();
}
