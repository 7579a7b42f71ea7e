/* The engine's part that finds what is active. */
#ifndef ENZCC_ENGINE_ACTIVITY_H
#define ENZCC_ENGINE_ACTIVITY_H
#include "engine_state.h"
#include "request/request.h"

typedef VEC(LLVMValueRef) global_list;

/* What is active in the key's function, and all that it calls; into the emission's activity. Adds
 * to `adopted` the globals that get shadows although the program has set them before the call. */
void engine_analyse(struct engine *e, struct request *r, struct derivative_key *key,
                    global_list *adopted);
#endif
