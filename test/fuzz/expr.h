/* Random expressions of generated programs.
 *
 * Floating expressions carry a bound of their value and a Lipschitz constant
 * with respect to the places they read; `expr_value` returns one that may be
 * stored to any place.  Integer expressions are non-negative. */
#ifndef FUZZ_EXPR_H
#define FUZZ_EXPR_H

#include "gen.h"

struct expr {
    const char *text;
    double bound, lip;
};

/* An expression of moderate depth, written for results of `type`. */
struct expr expr_any(struct gen *g, enum fp type);

/* Scaled or wrapped so that it stays within `bound` and `lip`. */
struct expr expr_tame(struct gen *g, struct expr e, enum fp type, double bound, double lip);

/* Within 2 (the bound of ordinary places), or within 1. */
const char *expr_value(struct gen *g, enum fp type);
const char *expr_unit(struct gen *g, enum fp type);

/* A short one within 2, for arguments of calls. */
const char *expr_leaf_value(struct gen *g, enum fp type);

/* A constant such as 0.37, of magnitude 0.1..1.9, as text of `type`. */
const char *expr_constant(struct gen *g, enum fp type);

/* An element of `a` at a random valid index. */
const char *expr_element(struct gen *g, const struct place *a);

/* Integers: any (at most *max), below n, and a condition. */
const char *expr_int(struct gen *g, int *max);
const char *expr_below(struct gen *g, int n);
const char *expr_condition(struct gen *g);

#endif
