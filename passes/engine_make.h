/* What makes derivatives, for others than the requests of the program (engine.c). */
#ifndef ENZCC_ENGINE_MAKE_H
#define ENZCC_ENGINE_MAKE_H
#include "engine_state.h"
#include "request/request.h"

/* Everything on the work list: planned first, and emitted if nothing was refused. */
bool engine_run_work(struct engine *e);
/* value_state of parameter k of the request's function. */
uint8_t engine_param_state(const struct request *r, unsigned k);
/* A library function, or one with a rule of its own, as the target: a function that calls it. */
LLVMValueRef engine_wrap(struct engine *e, LLVMValueRef fn);
#endif
