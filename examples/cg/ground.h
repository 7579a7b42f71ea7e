/* Water in the ground, on a grid whose rows are spread over processes: what conducts it differs
 * from cell to cell. */
#ifndef GROUND_H
#define GROUND_H
#include "cg.h"

/* The rows of the grid that this process has, and the matrix of its cells: one row for each. */
struct ground {
    int columns, first, rows; /* row `first` is its first one, of all */
    struct matrix a;
};

void ground_open(struct ground *g, int rows, int columns);
void ground_close(struct ground *g);

/* The values of the matrix: a Laplacian with the conductivities k[n + outside], and what seeps away
 * in each cell. */
void ground_fill(struct matrix *a, const double *k);

/* Half the sum over all processes of the squares of h - measured, where h are the heights of the
 * water that flows in by rain: A h = rain. Each process gets it. a: its values are overwritten. */
void ground_misfit(const double *conductivity, const double *rain, const double *measured,
                   struct matrix *a, int steps, double *out);

#endif
