/* Which operations are still where the program has them.
 *
 * Optimisation takes operations out of branches. Where the branch is not taken nothing uses the
 * result, so its adjoint is zero, and must stay zero although the partial derivative may be
 * infinite. Of the branch nothing need remain: in `if (x != 0) r.inverse = 1 / x;` what r.inverse
 * holds otherwise is of no interest, and 1 / x is stored always. But metadata may promise things
 * that only hold in the branch: LLVM drops what it does not know from an operation that it moves to
 * where it may not have run. So operations get metadata before optimisation, and those that have
 * lost it may have been moved. (Or merged with others: to take them for moved costs a comparison.)
 */
#ifndef ENZCC_IR_IN_PLACE_H
#define ENZCC_IR_IN_PLACE_H
#include "llvm-c/Core.h"
#include <stdbool.h>

/* All operations of the function, unless that was done already: when it was compiled, or in the
 * function it is a copy of. */
bool in_place_mark(LLVMValueRef fn);
void in_place_mark_operation(LLVMValueRef inst);
void in_place_unmark_operation(LLVMValueRef inst);
/* fn has only operations that are marked one by one. */
void in_place_begin(LLVMValueRef fn);
/* A product, quotient or call that has lost its mark, in a marked function. */
bool in_place_lost(LLVMValueRef inst);
#endif
