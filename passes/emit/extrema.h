/* Choices that preparation has made of minima and maxima (prepare/calls/extrema.c). */
#ifndef ENZCC_EMIT_EXTREMA_H
#define ENZCC_EMIT_EXTREMA_H
#include <llvm-c/Core.h>

/* Makes llvm.minnum and llvm.maxnum of them again, in a derivative that nothing will look into any
 * more: where a choice is also kept for the reverse sweep, the code generator would branch. */
void extrema_restore(LLVMValueRef fn);
#endif
