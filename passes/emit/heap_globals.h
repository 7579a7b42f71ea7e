/* Globals that point to heap blocks between derivative calls. */
#ifndef ENZCC_EMIT_HEAP_GLOBALS_H
#define ENZCC_EMIT_HEAP_GLOBALS_H
#include "emit/derivative.h"

/* At the entry of a top-level derivative, before `after_reset`: every shadowed global that points
 * to a heap block gets the shadow of that block. At the returns: notes which shadows belong to
 * which blocks. */
void gen_heap_globals(struct emission *e, LLVMValueRef fn, LLVMValueRef after_reset,
                      unsigned width);
#endif
