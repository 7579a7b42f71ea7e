/* Integers that are the distance from one address to another, perhaps in another block, and sums of
 * an address and such a distance. Analyses of types, to which other differences of addresses are
 * those of elements in one object, are told by metadata. */
#ifndef ENZCC_IR_DISTANCES_H
#define ENZCC_IR_DISTANCES_H
#include <llvm-c/Core.h>
#include <stdbool.h>

void distance_mark(LLVMValueRef inst);
bool distance_is(LLVMValueRef inst);
#endif
