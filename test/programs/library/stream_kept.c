/* Error reports go to a stream that is kept in a global and in structures beside
 * numbers: streams lead to no numbers, so everything else keeps its derivative. */
#include <stdio.h>
#include <stdlib.h>

#include "oracle.h"

struct solver {
    FILE *log;
    double *state, *step;
    int size, reports;
};

static FILE *report_stream;

static void report(struct solver *s, const char *text)
{
    if (!report_stream)
        report_stream = stderr;
    if (s->reports++ > 2)
        fprintf(report_stream, "%s\n", text);
    fprintf(s->log, "%s\n", text);
}

static struct solver *create(const double *x, int n)
{
    struct solver *s = malloc(sizeof *s);
    s->log = tmpfile();
    s->reports = 0;
    s->size = n;
    s->state = malloc(n * sizeof *s->state);
    s->step = calloc(n, sizeof *s->step);
    for (int i = 0; i < n; i++)
        s->state[i] = x[i];
    return s;
}

static void advance(struct solver *s)
{
    int n = s->size;
    for (int i = 0; i < n; i++)
        s->step[i] = 0.3 * (s->state[(i + 1) % n] * s->state[i] - s->state[i]);
    for (int i = 0; i < n; i++)
        s->state[i] += s->step[i];
    report(s, s->state[0] > 10 ? "diverges" : "goes on");
}

static void destroy(struct solver *s)
{
    fclose(s->log);
    free(s->state);
    free(s->step);
    free(s);
}

static double relax(const double *x, int n)
{
    struct solver *both[2] = {create(x, n / 2), create(x + n / 2, n / 2)};
    double r = 0;
    for (int k = 0; k < 5; k++)
        advance(both[k % 2]);
    for (int k = 0; k < 2; k++) {
        r += both[k]->state[0] + 2 * both[k]->state[n / 2 - 1];
        destroy(both[k]);
    }
    return r;
}

int main(void)
{
    double x[6] = {0.3, -0.7, 1.1, 0.4, -0.2, 0.9};
    ORACLE_GRADIENT(relax, x, 6);
    return oracle_result();
}
