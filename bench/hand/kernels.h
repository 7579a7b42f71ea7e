/*
 * Hand-written adjoints of the functions of kernels.def.
 *
 * name_adjoint does what a derivative call of the function does: it runs the function, so that
 * all results are there, and then adds to the adjoints of what the function read. A parameter
 * that carries a derivative is followed by its adjoint.
 */
#ifndef BENCH_HAND_KERNELS_H
#define BENCH_HAND_KERNELS_H

#include "../primal/kernels.h"

#define BOTH_N(k)             int
#define BOTH_IN(k, length)    const double *restrict, double *restrict
#define BOTH_INOUT(k, length) double *restrict, double *restrict
#define BOTH_OUT(k, length)   double *restrict, double *restrict
#define BOTH_WORK(k, length)  double *restrict, double *restrict
#define BOTH_CONST(k, length) const double *restrict
#define BOTH_INDEX(k, length) const int *restrict

#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    void adjoint##_adjoint(MAP(BOTH_, __VA_ARGS__));
#include "../kernels.def"
#undef KERNEL

#endif
