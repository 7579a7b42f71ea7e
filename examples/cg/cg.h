/* Conjugate gradients for symmetric sparse matrices whose rows are spread over the processes of
 * MPI_COMM_WORLD, with teams of threads in each. */
#ifndef CG_H
#define CG_H

/* Elements of vectors that two processes have in common: the other one needs those of this one
 * whose places are in `sent`, and sends `received` elements. */
struct neighbour {
    int rank, count, received;
    const int *sent;
};

/* Row i has the elements first[i] to first[i + 1] - 1: values, and the columns they are in. Columns
 * 0 to n - 1 are the rows of this process; behind them come those that are received, from one
 * neighbour after the other. */
struct matrix {
    int n, outside; /* rows; columns of others */
    int *first, *column;
    double *value;
    int neighbours;
    const struct neighbour *neighbour;
};

/* x[n + outside]: gets the elements of the neighbours. */
void cg_exchange(const struct matrix *a, double *x);

/* The scalar product, over all processes. Each gets it. */
double cg_dot(const double *x, const double *y, int n);

/* x[n] = A^-1 b[n], by `steps` iterations from x = 0. A must be positive definite. */
void cg_solve(const struct matrix *a, const double *b, double *x, int steps);

#endif
