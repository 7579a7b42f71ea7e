/* Integers of which the code shows that they are not negative. */
#ifndef ENZCC_IR_SIGN_H
#define ENZCC_IR_SIGN_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* Sums and products that overflow are left out of account: those of an index are not meant to. */
bool sign_is_nonnegative(LLVMValueRef v);
#endif
