/* Levels of derivatives: those of the program, those of code that has such, and so on. */
#ifndef ENZCC_ENGINE_LEVEL_H
#define ENZCC_ENGINE_LEVEL_H
#include "engine_state.h"

/* Before a request is lowered whose prepared function is given. */
void engine_enter_level(struct engine *e, LLVMValueRef prepared);
#endif
