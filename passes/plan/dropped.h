/* Derivatives that go through enzyme_const memory: part of refuse.h. */
#ifndef ENZCC_PLAN_DROPPED_H
#define ENZCC_PLAN_DROPPED_H
#include "plan/refuse.h"

/* Warns of each store of a value with a derivative to memory of an argument without a shadow, from
 * where it is loaded again and goes to what has a derivative: that derivative is dropped. What is
 * written and not read, or read for itself alone (counters, statistics, logs), is left alone. */
void plan_warn_dropped(struct activity_context *c, const struct activity_facts *a,
                       const struct plan_refuse_wish *wish);
#endif
