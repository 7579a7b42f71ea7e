/*
 * Reads a mixture model and its points.
 *
 * The file holds d, k, n, then alphas, means, icf, the points, and the two
 * numbers of the prior, all separated by white space.
 */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>

static bool read_numbers(FILE *file, double *v, int count)
{
    for (int i = 0; i < count; i++)
        if (fscanf(file, "%lf", &v[i]) != 1)
            return false;
    return true;
}

int gmm_parameter_count(const struct gmm *g)
{
    return g->k * (1 + g->d + g->d * (g->d + 1) / 2);
}

static bool read_model(FILE *file, struct gmm *g)
{
    if (fscanf(file, "%d %d %d", &g->d, &g->k, &g->n) != 3)
        return false;
    int count = gmm_parameter_count(g);
    g->parameters = malloc((size_t)count * sizeof(double));
    g->x = malloc((size_t)(g->n * g->d) * sizeof(double));
    return g->parameters != NULL && g->x != NULL && read_numbers(file, g->parameters, count) &&
           read_numbers(file, g->x, g->n * g->d) && fscanf(file, "%lf %d", &g->gamma, &g->m) == 2;
}

bool gmm_read(const char *path, struct gmm *g)
{
    FILE *file = fopen(path, "r");
    bool ok = false;

    g->parameters = g->x = NULL;
    if (file != NULL) {
        ok = read_model(file, g);
        fclose(file);
    }
    if (!ok) {
        fprintf(stderr, "cannot read a mixture model from %s\n", path);
        gmm_free(g);
    }
    return ok;
}

void gmm_free(struct gmm *g)
{
    free(g->parameters);
    free(g->x);
}
