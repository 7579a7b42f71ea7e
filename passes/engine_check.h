/* The engine's part for -fenz-check: what derivatives compare themselves with. */
#ifndef ENZCC_ENGINE_CHECK_H
#define ENZCC_ENGINE_CHECK_H
#include "engine_state.h"
#include "request/request.h"

/* d, just made for the request, becomes one that compares itself. What cannot be compared is said,
 * and stays as it is. */
void engine_check(struct engine *e, const struct request *r, struct derivative *d);
#endif
