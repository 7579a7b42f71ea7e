/* Statements of forward mode in several directions: partial derivatives first, directions then.
 *
 * The tangent of a number is a sum over what it is calculated from, of tangents times partial
 * derivatives, which all directions have in common. Where sums and products follow one on the
 * other, the partial derivatives of the last one by what goes into the first ones are computed
 * once, backwards, and what lies in between needs no tangents ("preaccumulation": A. Griewank and
 * A. Walther, Evaluating Derivatives, 2nd edition, SIAM 2008, chapter 10). Operations are those
 * whose derivative is one factor, whatever the tangent: arithmetic, and functions without pieces;
 * of doubles only, as products of factors of floats soon leave the range of these. */
#ifndef ENZCC_PLAN_STATEMENTS_H
#define ENZCC_PLAN_STATEMENTS_H
#include "plan/plan.h"

struct plan_statement {
    unsigned count, leaf_count;
    unsigned *nodes;  /* operations, each in front of those that it is calculated from: the first
                         one has a tangent, the others have none */
    unsigned *leaves; /* the values whose tangents go in */
};

/* Those of a function, by the value that has the tangent; NULL: none begins there. `rows`, of
 * plan_tangents, become STATEMENT for these values and NONE for those in between. All is in the
 * arena of the function. */
struct plan_statement **plan_statements(const struct activity_facts *a, uint8_t *rows,
                                        unsigned width);
#endif
