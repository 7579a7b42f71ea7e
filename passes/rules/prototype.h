/* Declarations of library functions that differ from the library's own prototype, as C programs
 * write them. */
#ifndef ENZCC_RULES_PROTOTYPE_H
#define ENZCC_RULES_PROTOTYPE_H
#include "base/arena.h"
#include <llvm-c/Core.h>
#include <stdbool.h>

/* Gives the declaration `fn` the type that the library knows it with, and rewrites its calls, where
 * these mean the same: void f();                    no prototype: every call passes what the
 * function takes void f(..., size_t, size_t)  the lengths of characters that Fortran compilers
 * append int f(...)                   a Fortran subroutine as translators to C declare it, whose
 * result nobody needs The last two only if all that the function takes are pointers, as in Fortran.
 * Returns the declaration with that type (`fn` itself if it has it already), NULL if they are
 * different functions. */
LLVMValueRef prototype_adopt(struct arena *a, LLVMValueRef fn, LLVMTypeRef type);

/* Whether prototype_adopt changes nothing whatever the type: all calls have the type of the
 * declaration, which takes a fixed number of parameters and could be no call of Fortran. */
bool prototype_is_settled(struct arena *a, LLVMValueRef fn);

#endif
