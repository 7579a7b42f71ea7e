/* Very long derivatives: slots made local before they are cleaned, and in the end cut into
 * functions of moderate length. */
#ifndef ENZCC_EMIT_PIECES_H
#define ENZCC_EMIT_PIECES_H
#include "ir/func.h"

/* In a long function: stack slots that only one block uses are also initialised there, so that
 * promoting them takes linear time. */
void pieces_localize_slots(EzbCtx *cx, LLVMValueRef fn);
/* Cuts fn, which nothing will look into any more, if it is long. What it computes stays the same.
 */
void pieces_cut(EzbCtx *cx, LLVMModuleRef m, LLVMValueRef fn);
#endif
