/* Private constants, one for all that is the same: functions that differ in nothing else are the
 * same then. */
#ifndef ENZCC_IR_CONSTANTS_H
#define ENZCC_IR_CONSTANTS_H
#include <llvm-c/Core.h>
#include <stddef.h>

/* The address of n constant bytes in the module. */
LLVMValueRef constants_bytes(LLVMModuleRef m, const void *bytes, size_t n);
/* The address of a text that ends with a zero byte, in the builder's module. */
LLVMValueRef constants_text(LLVMBuilderRef b, const char *text);
#endif
