/* Code for GPUs: what is different about a module of a device.
 *
 * A compiler links the vendor's library of mathematical functions into each unit, as bodies that
 * are made of operations on bits, and devices have no instructions for most of LLVM's mathematical
 * intrinsics. So that derivatives are made by rule, a unit keeps calls of these functions without
 * their bodies. The link gives them the names of ISO C, by which rules are found, and brings the
 * library in again when the derivatives are there. */
#ifndef ENZCC_DEVICE_DEVICE_H
#define ENZCC_DEVICE_DEVICE_H
#include "base/arena.h"
#include "bridge/ezb.h"
#include <stdbool.h>

/* Compiling a unit: functions of the vendor's library that have a rule become external; what only
 * they needed is gone. */
void device_open_library(EzbCtx *cx, LLVMModuleRef m);

/* Linking, before derivatives are made: they have the names of ISO C; all but kernels and what the
 * host refers to is local. */
void device_begin(EzbCtx *cx, LLVMModuleRef m);

/* Linking, when derivatives are there: each call of a mathematical function, by name or as an
 * intrinsic, is one of the vendor's library, which the files of `paths`, separated by colons, have
 * as bitcode. NULL: its functions stay external. False after a message on stderr. */
bool device_end(EzbCtx *cx, LLVMModuleRef m, const char *paths);

/* Adds the number to memory of any space, to which other threads may add at the same time. */
void device_add(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef amount);

/* The same. Lanes of a warp that add to one place at the same time add theirs together first, which
 * takes time where their places differ. */
void device_add_reduced(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef amount);
/* When derivatives are there: they call the runtime for that. */
void device_open_reductions(LLVMModuleRef m);

/* What is there, which becomes zero at once: of several threads one gets it. */
LLVMValueRef device_take(LLVMBuilderRef b, LLVMValueRef address, LLVMTypeRef number);

/* Whether the function, or one that it calls, has the variable as an operand. */
bool device_uses(struct arena *a, LLVMValueRef fn, LLVMValueRef global);
/* The function, or one that it calls, may call itself, or calls through a pointer. */
bool device_calls_deep(struct arena *a, LLVMValueRef fn);
/* The threads of a block set its memory to zero together: `shared` is a variable whose size is a
 * multiple of 8 bytes. They do not wait for each other. */
void device_clear_shared(LLVMBuilderRef b, LLVMValueRef shared);
/* The shadow of shared memory whose size the launch gives: the second half of all of it. It is a
 * variable, until device_place_shadows replaces it by the address. device_clear_shared clears it.
 */
LLVMValueRef device_dynamic_shadow(LLVMValueRef memory);
/* Whether a kernel can ask how large such memory is. */
bool device_knows_dynamic_size(LLVMModuleRef m);
void device_place_shadows(EzbCtx *cx, LLVMModuleRef m);
/* All threads of the block wait for each other. */
void device_meet(LLVMBuilderRef b);

/* Shuffles between lanes become calls that have a rule, and back again (shuffle.c). */
void device_name_shuffles(LLVMModuleRef m);
void device_open_shuffles(LLVMModuleRef m);

/* Parameters of kernels of AMD's are pointers to global memory; sources take them for pointers to
 * any memory by way of the stack. They become such there, so that no integers come in between. */
void device_open_parameters(LLVMModuleRef m);
/* What derivative calls take of kernels of AMD's are copies (bodies.c). */
void device_open_kernels(EzbCtx *cx, LLVMModuleRef m);

/* Fences that belong to barriers of AMD's go, and come back (fences.c). */
void device_drop_fences(LLVMModuleRef m);
void device_add_fences(LLVMModuleRef m);

/* Parts of both: operations of devices (intrinsics.c), names of functions (math.c). */
void device_open_intrinsics(LLVMModuleRef m);
void device_name_functions(LLVMModuleRef m);
void device_close_library(LLVMModuleRef m);

/* The function is one that the host launches. */
bool device_is_kernel(LLVMValueRef fn);
/* Its parameter is a struct by value, of which the kernel gets the address: the attribute that has
 * the type. NULL for others. */
LLVMAttributeRef device_struct_attribute(LLVMValueRef kernel, unsigned parameter);
/* The module is for a device of NVIDIA's; else it is for one of AMD's. */
bool device_is_nvidias(LLVMModuleRef m);
#endif
