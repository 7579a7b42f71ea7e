/* Constant tables of functions. */
#ifndef ENZCC_IR_CODE_H
#define ENZCC_IR_CODE_H
#include "llvm-c/Core.h"
#include <stdbool.h>

/* The global is constant and leads to functions, other such tables, and integers: a vtable of C++, what it refers to (type
 * information, tables of vtables), or a struct of functions in C. Nothing behind it has a derivative. */
bool code_is_table(LLVMValueRef global);
#endif
