/* What has no derivative, reported before any code is emitted. */
#ifndef ENZCC_PLAN_REFUSE_H
#define ENZCC_PLAN_REFUSE_H
#include "facts/activity.h"

/* Reports the instructions of a function that derivatives cannot have. missing: what happens to
 * calls of functions without derivative. */
void plan_refuse(struct activity_context *c, const struct activity_facts *a, bool forward,
                 enum rule_missing missing);
#endif
