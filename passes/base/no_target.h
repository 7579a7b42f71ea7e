/* Functions whose address is taken, and that the program does not call through a pointer. */
#ifndef ENZCC_BASE_NO_TARGET_H
#define ENZCC_BASE_NO_TARGET_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* It is of rules, or threads of derivatives run it. */
void no_target_mark(LLVMValueRef fn);
bool no_target_is(LLVMValueRef fn);
#endif
