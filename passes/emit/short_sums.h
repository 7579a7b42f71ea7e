/* Loops that add up, in two versions: for few iterations and for many. */
#ifndef ENZCC_EMIT_SHORT_SUMS_H
#define ENZCC_EMIT_SHORT_SUMS_H
#include "ir/func.h"

/* In a derivative that nothing will look into any more. What it computes stays the same, but for
 * the order of sums, which was free. */
void short_sums_version(EzbCtx *cx, struct arena *arena, LLVMValueRef fn);
#endif
