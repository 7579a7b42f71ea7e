/* Constants made of addresses: part of refuse.h. */
#ifndef ENZCC_PLAN_CONSTANTS_H
#define ENZCC_PLAN_CONSTANTS_H
#include "plan/refuse.h"

/* Reports the constants in a function, and in the initial values of globals that it uses, that are
 * made of addresses of memory with a shadow, and have none. */
void plan_refuse_constants(struct activity_context *c, const struct activity_facts *a,
                           const struct plan_refuse_wish *wish);
#endif
