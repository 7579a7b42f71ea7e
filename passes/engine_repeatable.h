/* Functions that may be called once more without anybody noticing. */
#ifndef ENZCC_ENGINE_REPEATABLE_H
#define ENZCC_ENGINE_REPEATABLE_H
#include "base/arena.h"
#include "bridge/ezb.h"
#include <stdbool.h>

/* fn, as the source says it, changes no memory but its own variables and blocks, and that of a
 * result which it returns in memory; it calls nothing that does, and gives the same result. */
bool engine_repeatable(EzbCtx *cx, struct arena *a, LLVMValueRef fn);
#endif
