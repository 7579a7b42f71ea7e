/* Coroutines (C++20). */
#ifndef ENZCC_PREPARE_COROUTINES_H
#define ENZCC_PREPARE_COROUTINES_H

#include "bridge/ezb.h"
#include <stdbool.h>

/* Splits the coroutines of a module into the functions that start, resume and destroy them; true if
 * there were any. The compiler of a unit leaves those of optimised code to the link, whose pipeline
 * would do it after differentiation. */
bool coroutines_split(EzbCtx *cx, LLVMModuleRef m);

#endif
