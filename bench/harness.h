/*
 * Measuring in child processes.
 *
 * Every measurement runs in a child of a parent that stays small, so that peak
 * memory belongs to one measurement only and a crash is a result, not the end
 * of the benchmark.
 */
#ifndef BENCH_HARNESS_H
#define BENCH_HARNESS_H

#include <stdbool.h>
#include <stddef.h>

/* What a child does: fills the result (of the size given to in_child). */
typedef void child_fn(const void *argument, void *result);

/* Runs f in a child; copies its result and its peak resident memory in KiB.
 * False if the child did not end well; peak_kib may be NULL. */
bool in_child(child_fn *f, const void *argument, void *result, size_t size, long *peak_kib);

/* Processor time of this process: other processes do not count. */
double cpu_seconds(void);

/* Sorts v; the middle one. */
double median(size_t count, double *v);

#endif
