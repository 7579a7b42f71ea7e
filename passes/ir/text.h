/* Names of functions and values for messages and dumps. */
#ifndef ENZCC_IR_TEXT_H
#define ENZCC_IR_TEXT_H
#include "base/arena.h"
#include <llvm-c/Core.h>

/* The symbol name as a C string. */
const char *text_function_name(struct arena *a, LLVMValueRef fn);
/* The instruction or value as printed by LLVM. */
const char *text_value(struct arena *a, LLVMValueRef v);
/* The same without the numbers of metadata and attributes, which depend on the rest of the module.
 */
const char *text_bare_value(struct arena *a, LLVMValueRef v);
/* The value as operands name it: "%5". */
const char *text_operand(struct arena *a, LLVMValueRef v);
const char *text_type(struct arena *a, LLVMTypeRef t);
#endif
