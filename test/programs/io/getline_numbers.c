/* getline with its own buffer; strtok over the line. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static FILE *file;

static double f(const double *x, int n)
{
    char *line = NULL;
    size_t room = 0;
    double s = 0;
    int k = 0;
    rewind(file);
    while (getline(&line, &room, file) > 0)
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"), k++)
            s += atof(word) * x[k % n] * x[(k + 1) % n];
    free(line);
    return s;
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};

    file = tmpfile();
    if (!file)
        return 1;
    fputs("1 2 3\n4.5\n-1 7\n", file);
    ORACLE_GRADIENT(f, x, 3);
    fclose(file);
    return oracle_result();
}
