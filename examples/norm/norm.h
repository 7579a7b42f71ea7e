/*
 * Normalising a vector.
 */
#ifndef NORM_H
#define NORM_H

/* Euclidean norm. It reads v and nothing else, and changes nothing. */
__attribute__((pure)) double norm(const double *v, int n);

/* out = in / norm(in) */
void normalize(int n, const double *restrict in, double *restrict out);

#endif
