/* Conjugate gradients for symmetric sparse matrices, with OpenMP. */
#ifndef CG_H
#define CG_H

/* Row i has the elements first[i] to first[i + 1] - 1: values, and the columns they are in. */
struct matrix {
    int n;
    int *first, *column;
    double *value;
};

/* x[n] = A^-1 b[n], by `steps` iterations from x = 0. A must be positive definite. */
void cg_solve(const struct matrix *a, const double *b, double *x, int steps);

#endif
