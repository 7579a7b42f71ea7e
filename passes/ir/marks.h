/* Marks on instructions: metadata that says nothing but that it is there. Optimisation may drop
 * them. */
#ifndef ENZCC_IR_MARKS_H
#define ENZCC_IR_MARKS_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* `mark` is the name of the kind of metadata. */
void mark_put(LLVMValueRef inst, const char *mark);
bool mark_is_at(LLVMValueRef inst, const char *mark);
void mark_remove(LLVMValueRef inst, const char *mark);
#endif
