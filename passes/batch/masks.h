/* Private to passes/batch: control flow that differs from lane to lane. */
#ifndef ENZCC_BATCH_MASKS_H
#define ENZCC_BATCH_MASKS_H
#include "batch/together.h"

/* Changes the function for one lane so that branches on what differs become choices (selects), and
 * loops that lanes leave at different times run until the last one has left: where nothing of what
 * runs in vain can be noticed. varying: per parameter. */
void masks_make(struct together *t, const bool *varying);
/* The calls of it that are left in code are none: a function of a condition that asks whether any
 * lane has it. */
bool masks_is_any(LLVMValueRef inst);
/* Drops its declaration. */
void masks_drop(LLVMModuleRef m);
#endif
