/* Loops whose iterations threads share. Each is compiled twice, with OpenMP and without, and
 * computes y from x: both have shape.numbers elements at most. */
#ifndef BENCH_OPENMP_KERNELS_H
#define BENCH_OPENMP_KERNELS_H

struct shape {
    int n, side;       /* elements of a vector, side of a matrix: side * side <= n */
    const int *row;    /* side * side + 1: where the rows of a sparse matrix begin */
    const int *column; /* of its entries */
    int nodes, cells;  /* of a mesh of triangles: nodes + cells <= n */
    const int *corner; /* 3 nodes of each cell */
    int particles;     /* in space: 3 * particles <= n */
    const int *near;   /* NEAR particles for each, which act on it */
};
enum { NEAR = 16 };

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
    X(model)                                                                                       \
    X(mesh)                                                                                        \
    X(particles)                                                                                   \
    X(cg)

#define DECLARE(name)                                                                              \
    void team_##name(const double *x, double *y, const struct shape *s);                           \
    void alone_##name(const double *x, double *y, const struct shape *s);
KERNELS(DECLARE)
#undef DECLARE
#endif
