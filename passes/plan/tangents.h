/* Which row of tangent.def an instruction has. */
#ifndef ENZCC_PLAN_TANGENTS_H
#define ENZCC_PLAN_TANGENTS_H
#include "plan/plan.h"

enum tangent_row {
    TANGENT_NONE,
#define TANGENT(row, emitter) TANGENT_##row,
#include "plan/tangent.def"
#undef TANGENT
};

/* A row per value of the function, in the arena of the function. What has no tangent that could be
 * right is reported, and has the row REFUSED. With `errors` tangents are absolute errors. */
uint8_t *plan_tangents(struct activity_context *c, const struct activity_facts *a, bool errors);
/* Those of the forward sweep from the tape of a pair, which does something where the reverse sweep
 * does. */
void plan_tangent_sweep(const struct plan *p, uint8_t *rows);
#endif
