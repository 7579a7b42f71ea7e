/*
 * log(sum exp(v[i])), without overflow.
 */
#ifndef BENCH_PRIMAL_LOGSUMEXP_H
#define BENCH_PRIMAL_LOGSUMEXP_H

#include "../variant.h"

double VARIANT(logsumexp_value)(int n, const double *RESTRICT v);

#endif
