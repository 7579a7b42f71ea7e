/*
 * The functions of kernels.def.
 */
#ifndef BENCH_PRIMAL_KERNELS_H
#define BENCH_PRIMAL_KERNELS_H

#include "../kernels.h"
#include "../variant.h"

#define TYPE_N(k)             int
#define TYPE_IN(k, length)    const double *RESTRICT
#define TYPE_INOUT(k, length) double *RESTRICT
#define TYPE_OUT(k, length)   double *RESTRICT
#define TYPE_WORK(k, length)  double *RESTRICT
#define TYPE_CONST(k, length) const double *RESTRICT
#define TYPE_INDEX(k, length) const int *RESTRICT

#ifdef __cplusplus
extern "C" {
#endif

#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    type VARIANT(name)(MAP(TYPE_, __VA_ARGS__));
#include "../kernels.def"
#undef KERNEL

#ifdef __cplusplus
}
#endif

#endif
