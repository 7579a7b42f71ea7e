/* Shared by the oracle's own files: running a map and directional evaluation. */
#ifndef ORACLE_INTERNAL_H
#define ORACLE_INTERNAL_H

#include "oracle.h"

/* A map of either signature: exactly one of the two is set. */
struct map_fn {
    oracle_map *map;
    oracle_inplace *inplace;
};
void map_run(struct map_fn f, double *x, int n, double *y, int m);

/* t -> f(x + t * direction). */
struct objective_line {
    oracle_objective *f;
    const double *x, *direction;
    double *at;
    int n;
};
oracle_eval objective_on_line;

/* t -> <weight, outputs of f at start + t * direction>, over x and y stacked. */
struct map_line {
    struct map_fn f;
    int n, m;
    const double *start, *direction, *weight;
    double *at;
};
oracle_eval map_on_line;

/* t -> f(at + t * direction) for up to three scalar arguments. */
struct scalar_line {
    oracle_scalar_fn *f1;
    oracle_scalar2_fn *f2;
    oracle_scalar3_fn *f3;
    const double *at, *direction;
};
oracle_eval scalar_on_line;

float float_difference(oracle_float_fn *f, float x);
long double long_difference(oracle_long_fn *f, long double x);

/* calloc that ends the program when memory is out. */
void *oracle_allocate(size_t count, size_t size);

#endif
