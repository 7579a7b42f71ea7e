/*
 * Reads a bundle adjustment problem.
 *
 * Everything in the file is a number; the arrays of the problem are filled by
 * repeating the few numbers that are there.
 */
#include "input.h"

#include "ba.h"

#include <stdio.h>
#include <stdlib.h>

/* An array of `copies` times the next `width` numbers, or NULL. */
static double *read_repeated(FILE *file, int width, int copies)
{
    double *v = malloc((size_t)width * (size_t)copies * sizeof(double));

    for (int i = 0; v != NULL && i < width; i++)
        if (fscanf(file, "%lf", &v[i]) != 1) {
            free(v);
            v = NULL;
        }
    for (int i = width; v != NULL && i < width * copies; i++)
        v[i] = v[i - width];
    return v;
}

/* 0, 1, ..., period - 1, 0, 1, ... */
static int *cycle(int count, int period)
{
    int *v = malloc((size_t)count * sizeof(int));

    for (int i = 0; v != NULL && i < count; i++)
        v[i] = i % period;
    return v;
}

static bool read_problem(FILE *file, struct problem *p)
{
    if (fscanf(file, "%d %d %d", &p->cameras, &p->points, &p->observations) != 3 ||
        p->cameras < 1 || p->points < 1 || p->observations < 1)
        return false;
    p->camera = read_repeated(file, CAMERA, p->cameras);
    p->point = read_repeated(file, 3, p->points);
    p->weight = read_repeated(file, 1, p->observations);
    p->observed = read_repeated(file, 2, p->observations);
    p->camera_of = cycle(p->observations, p->cameras);
    p->point_of = cycle(p->observations, p->points);
    return p->camera && p->point && p->weight && p->observed && p->camera_of && p->point_of;
}

bool problem_read(const char *path, struct problem *p)
{
    FILE *file = fopen(path, "r");
    bool ok = false;

    *p = (struct problem){0};
    if (file != NULL) {
        ok = read_problem(file, p);
        fclose(file);
    }
    if (!ok) {
        fprintf(stderr, "cannot read a bundle adjustment problem from %s\n", path);
        problem_free(p);
    }
    return ok;
}

void problem_free(struct problem *p)
{
    free(p->camera_of);
    free(p->point_of);
    free(p->camera);
    free(p->point);
    free(p->weight);
    free(p->observed);
}
