/* Heat in a plate whose rows are spread over the processes of MPI_COMM_WORLD. */
#ifndef HEAT_H
#define HEAT_H

struct plate {
    int rows, columns; /* of cells of this process, which has one row at least */
    int steps;
    const double *measured; /* temperatures at the end, one per cell */
};

/* The temperatures at the end. start, conductivity and end have one number per cell, row after row.
 * Outside of the plate it is cold, and nothing conducts. */
void heat(const double *start, const double *conductivity, const struct plate *plate, double *end);

/* Half the sum of the squares of the differences between the temperatures at the end and the
 * measured ones, over all processes. Each gets it. */
void misfit(const double *start, const double *conductivity, const struct plate *plate,
            double *out);

#endif
