/* Sizes of functions; constant tables of functions; what is said of calls; blocks. */
#ifndef ENZCC_IR_CODE_H
#define ENZCC_IR_CODE_H
#include "llvm-c/Core.h"
#include <stdbool.h>

/* How many instructions the function has. */
unsigned code_size(LLVMValueRef fn);
/* The instruction calls: a call, or an invoke. Other values do not. */
bool code_is_call(LLVMValueRef v);
/* The function with a body in this module that v calls by name, or NULL. */
LLVMValueRef code_called_body(LLVMValueRef v);
/* The value is a pointer, in any address space. */
bool code_is_pointer(LLVMValueRef v);
/* The global is constant and leads to functions, other such tables, and integers: a vtable of C++,
 * what it refers to (type information, tables of vtables), or a struct of functions in C. Nothing
 * behind it has a derivative. */
bool code_is_table(LLVMValueRef global);
/* The address of a thread-local variable. */
bool code_is_thread_local(LLVMValueRef inst);
/* The object itself, or the thread-local variable whose address it is. */
LLVMValueRef code_variable(LLVMValueRef object);
/* A pointer, or an array of pointers. */
bool code_is_pointers(LLVMTypeRef t);
/* The thread-local variable has no copies in derivatives (runtime/thread_locals.h): it is defined
 * elsewhere, or has pointers, which may lead to itself, or says whether others have been made. Of
 * those that are nothing but pointers derivatives that have shadows of them make copies. */
bool code_stays_of_thread(LLVMValueRef variable);
/* An atomic access, or a fence, by which the thread may see that another one has done something; by
 * which others may see that this one has. Additions to floating-point values do not count. */
bool code_acquires(LLVMValueRef inst);
bool code_releases(LLVMValueRef inst);
/* The call or its callee (may be NULL) has the attribute. */
bool code_call_has(LLVMValueRef call, LLVMValueRef callee, const char *attribute);
/* The block that alone leads to this one, by one edge, or NULL; of code without analyses. */
LLVMBasicBlockRef code_single_predecessor(LLVMBasicBlockRef block);
#endif
