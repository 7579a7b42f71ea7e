/* Heat in a rod that is spread over the processes of MPI_COMM_WORLD. */
#ifndef HEAT_H
#define HEAT_H

struct rod {
    int cells; /* of this process */
    int steps;
    const double *start, *measured; /* temperatures, one per cell */
};

/* Half the sum of the squares of the differences between the temperatures after all steps and the
 * measured ones, over all processes. Each gets it. conductivity: one per cell. */
void misfit(const double *conductivity, const struct rod *rod, double *out);

#endif
