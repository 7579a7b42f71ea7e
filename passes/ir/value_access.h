/* Loads and stores of floating-point values that are in the program as such.
 *
 * Optimisation moves a union as its first member, and reads a value as an integer where only its
 * bits are wanted: from then on the type of an access says nothing. So accesses get TBAA before it,
 * which LLVM keeps while the access is still that of the program and drops where it merges one with
 * another. Each format has a root of its own, so that nothing follows about aliases. */
#ifndef ENZCC_IR_VALUE_ACCESS_H
#define ENZCC_IR_VALUE_ACCESS_H
#include "llvm-c/Core.h"
#include <stdbool.h>

/* All accesses of a function that is as the compiler's front end has made it, but for those whose
 * TBAA says more. */
bool value_access_mark(LLVMValueRef fn);
/* The program loads or stores a floating-point value here, whatever the type is by now. */
bool value_access_is(LLVMValueRef access);
/* What TBAA says, or said before LLVM took the bits of a load for a value of another type, too
 * (bridge/ezb_gvn.cpp): of the access itself that is still so. NULL: nothing. */
LLVMValueRef value_access_tag(LLVMValueRef access);
/* `part` accesses the bytes at `at` of what `access` does, and is one to the same by TBAA. LLVM is
 * not told so of integers: addresses are subtracted where they are loaded. Where one is an address
 * and the other a floating-point value, LLVM has taken the bits of one for the other on paths that
 * do not need them: then `part` is an access to a value of its own type. */
void value_access_note_part(LLVMValueRef access, LLVMValueRef part, unsigned at);
/* It is one to a value of its type so. */
bool value_access_is_of_type(LLVMValueRef access);
/* The load may be of a pointer to a vtable: its TBAA says so, or says nothing. */
bool value_access_may_be_vtable(LLVMValueRef load);
#endif
