#ifndef ENZCC_PLAN_SPECULATED_H
#define ENZCC_PLAN_SPECULATED_H

struct plan;

/* Sets `speculated` of the plan: what optimisation runs always though the program does not, what it
 * has moved, and what only conditional uses carry adjoints to. Rows of adjoints are known before.
 */
void plan_speculated(struct plan *p);

#endif
