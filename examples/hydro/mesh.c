/* The mesh of hydro.h. */
#include "hydro.h"

#include <stdlib.h>

static void place_corners(struct mesh *m, int cells)
{
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < cells; j++) {
            int a = i * (cells + 1) + j, b = a + 1, c = a + cells + 1, d = c + 1;
            int *one = m->corners[2 * (i * cells + j)], *two = one + 3;
            one[0] = a, one[1] = b, one[2] = d;
            two[0] = a, two[1] = d, two[2] = c;
        }
}

static void list_corners(struct mesh *m)
{
    for (int i = 0; i < 3 * m->elements; i++)
        m->first[m->corners[i / 3][i % 3] + 1]++;
    for (int n = 0; n < m->nodes; n++)
        m->first[n + 1] += m->first[n];
    for (int n = 0, next = 0; n < m->nodes; n++)
        for (int i = 0; i < 3 * m->elements; i++)
            if (m->corners[i / 3][i % 3] == n)
                m->at[next++] = i;
}

struct mesh *mesh_new(int cells)
{
    struct mesh *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->nodes = (cells + 1) * (cells + 1), m->elements = 2 * cells * cells;
    m->corners = calloc((size_t)m->elements, sizeof *m->corners);
    m->first = calloc((size_t)m->nodes + 1, sizeof *m->first);
    m->at = calloc((size_t)m->elements * 3, sizeof *m->at);
    if (!m->corners || !m->first || !m->at) {
        mesh_free(m);
        return NULL;
    }
    place_corners(m, cells);
    list_corners(m);
    return m;
}

void mesh_free(struct mesh *m)
{
    free(m->corners), free(m->first), free(m->at), free(m);
}

void mesh_place(const struct mesh *m, double *x)
{
    int side = 1;
    while (side * side < m->nodes)
        side++;
    for (int n = 0; n < m->nodes; n++) {
        x[2 * n] = (double)(n % side) / (side - 1);
        x[2 * n + 1] = (double)(n / side) / (side - 1);
    }
}
