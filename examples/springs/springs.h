/* Energies of springs: of a ring on a line, and of a rectangular mesh in the plane. */
#ifndef SPRINGS_H
#define SPRINGS_H

/* x[n]: positions of n masses on a line. A spring leads from each to the next, and from the last to
 * the first. */
double ring_energy(const double *x, int n);

/* x[2 * width * height]: positions of masses in the plane, two numbers each, row by row. Springs
 * lead to the right, down, and to the right and down. */
struct mesh {
    int width, height;
};
double mesh_energy(const double *x, const struct mesh *mesh);

#endif
