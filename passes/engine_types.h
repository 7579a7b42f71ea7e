/* The engine's part that finds types. */
#ifndef ENZCC_ENGINE_TYPES_H
#define ENZCC_ENGINE_TYPES_H
#include "engine_state.h"

struct request;
/* The types of all functions that a request needs, until engine_drop_types. Bytes of unknown type
 * that travel in registers become copies first; then arithmetic on bits gets a form that has a
 * derivative. */
struct types *engine_types(struct engine *e, const struct request *r, LLVMValueRef prepared);
/* When the request is lowered: what its callers know takes most of the memory, and nobody asks
 * again. */
void engine_drop_types(struct engine *e);
#endif
