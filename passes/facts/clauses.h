/* Is there a solution in integers of clauses of linear constraints? All rows hold, and of each
 * clause the rows of one alternative.
 *
 * A search as that of Davis, Logemann and Loveland (A machine program for theorem-proving, 1962):
 * clauses of which the bounds of the unknowns leave one alternative are decided, isl finds a
 * solution of the rows so far, and the alternatives of a clause that it does not satisfy are tried,
 * one after the other. */
#ifndef ENZCC_FACTS_CLAUSES_H
#define ENZCC_FACTS_CLAUSES_H
#include "base/limits.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

LIMIT(UNKNOWNS_MAX, 36); /* in one problem, of which sets are words of 64 bits */
LIMIT(CLAUSES_MAX, 48);  /* with several alternatives, in one problem */
enum { CHOICES = 8 };    /* alternatives of one clause */

/* sum of factors * unknowns + constant >= 0, or == 0 */
struct linear_row {
    int64_t factors[UNKNOWNS_MAX], constant;
    bool equal;
};
struct linear_clause {
    unsigned count;
    VEC(struct linear_row) alternatives[CHOICES];
};
struct linear_problem {
    unsigned unknowns;
    VEC(struct linear_row) rows;
    VEC(struct linear_clause) clauses;
};

struct isl_ctx;
/* True if there is no solution. False: there is one, or that took more than isl's operations. */
bool clauses_contradict(const struct linear_problem *p, struct isl_ctx *isl);
#endif
