/* Intrinsic functions that preparation has made of calls of the mathematical library, and that the
 * code generator cannot do with vectors. */
#ifndef ENZCC_EMIT_LIBRARY_CALLS_H
#define ENZCC_EMIT_LIBRARY_CALLS_H
#include <llvm-c/Core.h>

/* Makes calls of the library of them again, in a derivative that nothing will look into any more.
 * (LLVM 19 to 22 vectorise llvm.frexp, and the selection of instructions for x86-64 ends with an
 * access to null where the exponents of a vector are compared.) */
void library_calls_restore(LLVMValueRef fn);
#endif
