/* Loops whose iterations threads share. Each is compiled twice, with OpenMP and without, and
 * computes y from x: both have shape.numbers elements at most. */
#ifndef BENCH_OPENMP_KERNELS_H
#define BENCH_OPENMP_KERNELS_H

struct shape {
    int n, side;       /* elements of a vector, side of a matrix: side * side <= n */
    const int *row;    /* side * side + 1: where the rows of a sparse matrix begin */
    const int *column; /* of its entries */
};

#define KERNELS(X)                                                                                 \
    X(own)                                                                                         \
    X(pair)                                                                                        \
    X(stencil_1d)                                                                                  \
    X(stencil_dynamic)                                                                             \
    X(stencil_2d)                                                                                  \
    X(rows)                                                                                        \
    X(steps)                                                                                       \
    X(dot)                                                                                         \
    X(logistic)                                                                                    \
    X(sparse)                                                                                      \
    X(model)

#define DECLARE(name)                                                                              \
    void team_##name(const double *x, double *y, const struct shape *s);                           \
    void alone_##name(const double *x, double *y, const struct shape *s);
KERNELS(DECLARE)
#undef DECLARE
#endif
