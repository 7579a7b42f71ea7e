/*
 * Reads a network and a text.
 *
 * The file holds layers, length and width, then the main parameters, the extra
 * parameters, the initial state and the characters.
 */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>

static double *read_numbers(FILE *file, int count)
{
    double *v = malloc((size_t)count * sizeof(double));

    for (int i = 0; v != NULL && i < count; i++)
        if (fscanf(file, "%lf", &v[i]) != 1) {
            free(v);
            v = NULL;
        }
    return v;
}

int network_main_count(const struct network *n)
{
    return 8 * n->layers * n->width;
}

int network_extra_count(const struct network *n)
{
    return 3 * n->width;
}

static bool read_network(FILE *file, struct network *n)
{
    if (fscanf(file, "%d %d %d", &n->layers, &n->length, &n->width) != 3)
        return false;
    n->parameters = read_numbers(file, network_main_count(n) + network_extra_count(n));
    n->initial = read_numbers(file, 2 * n->layers * n->width);
    n->text = read_numbers(file, n->length * n->width);
    return n->parameters != NULL && n->initial != NULL && n->text != NULL;
}

bool network_read(const char *path, struct network *n)
{
    FILE *file = fopen(path, "r");
    bool ok = false;

    *n = (struct network){0};
    if (file != NULL) {
        ok = read_network(file, n);
        fclose(file);
    }
    if (!ok) {
        fprintf(stderr, "cannot read a network from %s\n", path);
        network_free(n);
    }
    return ok;
}

void network_free(struct network *n)
{
    free(n->parameters);
    free(n->initial);
    free(n->text);
}
