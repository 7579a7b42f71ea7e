/* Lagrangian hydrodynamics in the plane: a mesh of triangles that moves with a gas. */
#ifndef HYDRO_H
#define HYDRO_H

struct mesh {
    int nodes, elements;
    int (*corners)[3]; /* the nodes of each element, counterclockwise */
    int *first;        /* of each node, where its corners are in at; nodes + 1 */
    int *at;           /* 3 * element + corner */
};

/* The state: two coordinates and velocities of each node, an energy per mass of each element. */
struct gas {
    double *x, *v, *e;
};

/* A square of cells x cells squares, each of two triangles. NULL: out of memory. */
struct mesh *mesh_new(int cells);
void mesh_free(struct mesh *m);

/* The corners of the mesh at the start, of a square with sides of length 1. */
void mesh_place(const struct mesh *m, double *x);

/* The sum over elements of the squared differences between the energies after `steps` steps and
 * `target`. work has 8 numbers for each element, and state is changed. */
double hydro_deviation(const struct mesh *m, struct gas *state, double *work, const double *target,
                       int steps);

/* Steps without anything to compare with. */
void hydro_run(const struct mesh *m, struct gas *state, double *work, int steps);

#endif
