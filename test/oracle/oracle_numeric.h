/* Difference quotients in place of the derivative calls of oracle_calls.h.
 *
 * With ORACLE_NUMERIC a test program needs no differentiating compiler: its
 * functions, points and closed forms are checked against differences alone.
 * Only the comparison macros are covered, not calls written out in a program. */
#ifndef ORACLE_NUMERIC_H
#define ORACLE_NUMERIC_H

#define ORACLE_GRADIENT_CALL(f, at, by, n)   oracle_numeric_gradient((f), (at), (by), (n))
#define ORACLE_TANGENT_CALL(f, at, by, n)    oracle_numeric_tangent((f), (at), (by), (n))
#define ORACLE_MAP_REVERSE_CALL(f, r, n, m)  oracle_numeric_map_reverse((f), NULL, &(r), (n), (m))
#define ORACLE_MAP_FORWARD_CALL(f, r, n, m)  oracle_numeric_map_forward((f), NULL, &(r), (n), (m))
#define ORACLE_INPLACE_REVERSE_CALL(f, r, n) oracle_numeric_map_reverse(NULL, (f), &(r), (n), 0)
#define ORACLE_INPLACE_FORWARD_CALL(f, r, n) oracle_numeric_map_forward(NULL, (f), &(r), (n), 0)
#define ORACLE_SCALAR_REVERSE_CALL(f, at)    oracle_numeric_scalar((f), (at))
#define ORACLE_SCALAR_FORWARD_CALL(f, at)    oracle_numeric_scalar((f), (at))
#define ORACLE_SCALAR2_REVERSE_CALL(f, at, at_y)                                                   \
    ((struct two){oracle_numeric_scalar2((f), (at), 1.0, (at_y), 0.0),                             \
                  oracle_numeric_scalar2((f), (at), 0.0, (at_y), 1.0)})
#define ORACLE_SCALAR2_FORWARD_CALL(f, at, by, at_y, by_y)                                         \
    oracle_numeric_scalar2((f), (at), (by), (at_y), (by_y))
#define ORACLE_SCALAR3_REVERSE_CALL(f, at, at_y, at_z)                                             \
    ((struct three){oracle_numeric_scalar3((f), (at), 1.0, (at_y), 0.0, (at_z), 0.0),              \
                    oracle_numeric_scalar3((f), (at), 0.0, (at_y), 1.0, (at_z), 0.0),              \
                    oracle_numeric_scalar3((f), (at), 0.0, (at_y), 0.0, (at_z), 1.0)})
#define ORACLE_SCALAR3_FORWARD_CALL(f, at, by, at_y, by_y, at_z, by_z)                             \
    oracle_numeric_scalar3((f), (at), (by), (at_y), (by_y), (at_z), (by_z))
#define ORACLE_FLOAT_REVERSE_CALL(f, at) oracle_numeric_float((f), (at))
#define ORACLE_FLOAT_FORWARD_CALL(f, at) oracle_numeric_float((f), (at))
#define ORACLE_LONG_REVERSE_CALL(f, at)  oracle_numeric_long((f), (at))
#define ORACLE_LONG_FORWARD_CALL(f, at)  oracle_numeric_long((f), (at))

void oracle_numeric_gradient(oracle_objective *f, const double *x, double *dx, int n);
double oracle_numeric_tangent(oracle_objective *f, const double *x, const double *dx, int n);
void oracle_numeric_map_forward(oracle_map *map, oracle_inplace *inplace, struct oracle_run *run,
                                int n, int m);
void oracle_numeric_map_reverse(oracle_map *map, oracle_inplace *inplace, struct oracle_run *run,
                                int n, int m);
double oracle_numeric_scalar(oracle_scalar_fn *f, double x);
double oracle_numeric_scalar2(oracle_scalar2_fn *f, double x, double dx, double y, double dy);
double oracle_numeric_scalar3(oracle_scalar3_fn *f, double x, double dx, double y, double dy,
                              double z, double dz);
float oracle_numeric_float(oracle_float_fn *f, float x);
long double oracle_numeric_long(oracle_long_fn *f, long double x);

/* Analytic precision is out of reach: closed forms are compared more loosely. */
#undef ORACLE_DOUBLE_TOLERANCE
#undef ORACLE_FLOAT_TOLERANCE
#define ORACLE_DOUBLE_TOLERANCE 1e-6
#define ORACLE_FLOAT_TOLERANCE  1e-2

#endif
