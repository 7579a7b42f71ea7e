/* Derivatives that are differentiated again. */
#ifndef ENZCC_ENGINE_NESTED_H
#define ENZCC_ENGINE_NESTED_H
#include "engine_state.h"

/* Before any call is lowered. Per request: code that another request differentiates may lead to its
 * call. */
bool *engine_nested(struct engine *e);

#endif
