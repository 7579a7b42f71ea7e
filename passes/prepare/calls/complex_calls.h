/* Complex library functions on the parts of their arguments.
 *
 * x86-64 passes float complex as a packed pair and long double complex in memory; a rule wants two
 * scalars and gives two. Such a call becomes one of an internal function `enz.parts.<name>` that
 * takes and returns the parts and calls the library; it has the rule of the library function and is
 * inlined once derivatives are made. */
#ifndef ENZCC_PREPARE_COMPLEX_CALLS_H
#define ENZCC_PREPARE_COMPLEX_CALLS_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* True if the call was of that kind; it is gone then. */
bool prepare_complex_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call);
/* The function on parts around library function fn, whose parts are of type fp; NULL unless its
 * prototype is as above. */
LLVMValueRef prepare_complex_parts(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef fp);
#endif
