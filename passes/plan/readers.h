/* Through what a function may read what it has written to dupnoneed memory. */
#ifndef ENZCC_PLAN_READERS_H
#define ENZCC_PLAN_READERS_H
#include "plan/bytes.h"

/* Fills plan_bytes.readers of what has .unread. */
void plan_readers(const struct activity_facts *a, const struct plan_bytes_wish *wish,
                  struct plan_bytes *bytes);
#endif
