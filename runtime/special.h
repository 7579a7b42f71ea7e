/* Special functions that derivatives of libm functions need and libm lacks.
 *
 * Accuracy: a few units in the last place of max(1, |result|); digamma also relative to its
 * positive root. The polygamma functions lose about n ulps, as every formula does that raises x to
 * the power n. Poles give an infinity where both sides agree (or the sign of zero decides), else
 * NaN.
 */
#ifndef ENZCC_RUNTIME_SPECIAL_H
#define ENZCC_RUNTIME_SPECIAL_H

#ifdef __cplusplus
extern "C" {
#endif

/* psi(x) = d/dx log|Gamma(x)|. */
double enz_rt_digamma(double x);
float enz_rt_digammaf(float x);
long double enz_rt_digammal(long double x);

/* The n-th derivative of psi; n = 0 is psi itself, n < 0 gives NaN. */
double enz_rt_polygamma(int n, double x);
float enz_rt_polygammaf(int n, float x);
long double enz_rt_polygammal(int n, long double x);

#ifdef __cplusplus
}
#endif
#endif
