/*
 * LSTM; see examples/lstm for the layout of the arguments.
 */
#ifndef BENCH_PRIMAL_LSTM_H
#define BENCH_PRIMAL_LSTM_H

#include "../variant.h"

double VARIANT(lstm_objective)(int layers, int length, int width,
                               const double *RESTRICT main_params,
                               const double *RESTRICT extra_params, const double *RESTRICT initial,
                               const double *RESTRICT text);

#endif
