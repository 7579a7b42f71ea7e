/* Loads that derivatives make from copies of ranges of memory (emit/slots.c). Addresses in a copy
 * are differences of addresses, which say nothing of where elements begin. That is metadata: the
 * load is of an element, a multiple of its size behind the start of the block. Where optimisation
 * drops it the run has to tell bytes apart. */
#ifndef ENZCC_IR_ELEMENTS_H
#define ENZCC_IR_ELEMENTS_H
#include <llvm-c/Core.h>
#include <stdbool.h>

void element_mark(LLVMValueRef load);
bool element_is(LLVMValueRef inst);
#endif
