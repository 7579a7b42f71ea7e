/* The engine's part for -fenz-check: what derivatives compare themselves with. */
#ifndef ENZCC_ENGINE_CHECK_H
#define ENZCC_ENGINE_CHECK_H
#include "engine_state.h"
#include "emit/pair.h"
#include "request/request.h"

/* d, just made for the request, becomes one that compares itself. What cannot be compared is said,
 * and stays as it is. */
void engine_check(struct engine *e, const struct request *r, struct derivative *d);
/* The same of the first half of a pair. */
void engine_check_pair(struct engine *e, const struct request *r, const struct derivative *d,
                       struct emit_pair *pair);
#endif
