/*
 * Reads expected files and compares results with them.
 *
 * The file is read once into a list of sections. Every comparison treats a NaN
 * as outside the tolerance. Nothing here is ever differentiated.
 */
#include "expected.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct section {
    char name[64];
    int rows, columns;
    double *values;
    struct section *next;
};

struct expected {
    struct section *first;
};

/* The next section of the file, or NULL at its end or at bad input. */
static struct section *read_section(FILE *file)
{
    struct section *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    if (fscanf(file, "%63s %d %d", s->name, &s->rows, &s->columns) != 3 || s->rows < 1 ||
        s->columns < 1) {
        free(s);
        return NULL;
    }
    size_t count = (size_t)s->rows * (size_t)s->columns;
    size_t read = 0;
    s->values = malloc(count * sizeof *s->values);
    while (s->values != NULL && read < count && fscanf(file, "%lf", &s->values[read]) == 1)
        read++;
    if (read < count) {
        free(s->values);
        free(s);
        return NULL;
    }
    return s;
}

struct expected *expected_read(const char *path)
{
    FILE *file = fopen(path, "r");
    struct expected *e = calloc(1, sizeof *e);

    if (file == NULL || e == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        if (file != NULL)
            fclose(file);
        free(e);
        return NULL;
    }
    struct section **end = &e->first;
    while ((*end = read_section(file)) != NULL)
        end = &(*end)->next;
    fclose(file);
    return e;
}

void expected_free(struct expected *e)
{
    if (e == NULL)
        return;
    for (struct section *s = e->first, *next; s != NULL; s = next) {
        next = s->next;
        free(s->values);
        free(s);
    }
    free(e);
}

const double *expected_section(const struct expected *e, const char *name, int rows, int columns)
{
    for (const struct section *s = e->first; s != NULL; s = s->next)
        if (strcmp(s->name, name) == 0 && s->rows == rows && s->columns == columns)
            return s->values;
    fprintf(stderr, "no section %s of %d x %d numbers\n", name, rows, columns);
    return NULL;
}

/* One line of the report. */
static int report(const char *name, int count, const char *kind, double worst, int outside)
{
    printf("    %-16s %7d values, %s error %8.2e  %s\n", name, count, kind, worst,
           outside == 0 ? "ok" : "WRONG");
    return outside;
}

int compare_relative(const char *name, const double *got, const double *want, int count,
                     double relative)
{
    double worst = 0;
    int outside = 0;

    for (int i = 0; i < count; i++) {
        double error = fabs(got[i] - want[i]);
        double scale = fabs(want[i]);
        double limit = scale > 0 ? relative * scale : 1e-14;
        if (!(error <= limit))
            outside++;
        if (scale > 0)
            error /= scale;
        if (error > worst || isnan(error))
            worst = error;
    }
    return report(name, count, "relative", worst, outside);
}

int compare_absolute(const char *name, const double *got, const double *want, int count,
                     double absolute)
{
    double worst = 0;
    int outside = 0;

    for (int i = 0; i < count; i++) {
        double error = fabs(got[i] - want[i]);
        if (!(error <= absolute))
            outside++;
        if (error > worst || isnan(error))
            worst = error;
    }
    return report(name, count, "absolute", worst, outside);
}

double euclidean_norm(const double *v, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}
