/*
 * Two variants of one source: with and without restrict.
 *
 * The files in primal/ and enzyme/ are compiled twice, once with BENCH_PLAIN
 * defined. They write RESTRICT where a careful programmer would write restrict,
 * and give their external functions names through VARIANT.
 */
#ifndef BENCH_VARIANT_H
#define BENCH_VARIANT_H

#ifdef BENCH_PLAIN
#define RESTRICT
#define VARIANT(name) name##_plain
#else
#ifdef __cplusplus
#define RESTRICT __restrict
#else
#define RESTRICT restrict
#endif
#define VARIANT(name) name##_restrict
#endif

#endif
