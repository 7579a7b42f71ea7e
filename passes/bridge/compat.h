/* compat.h - what the IR of LLVM 19 to 22 has in one version and not in another, for code in C.
 *
 * Code that asks goes by these names and never by the version, so that this header and the C++
 * files beside it are the only places that know one. What a version lacks has a value that nothing
 * in its IR has. What LLVM-C has in newer versions only is in ezb.h. */
#ifndef ENZCC_BRIDGE_COMPAT_H
#define ENZCC_BRIDGE_COMPAT_H
#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR < 19 || LLVM_VERSION_MAJOR > 22
#error "enzcc is made for LLVM 19 to 22"
#endif

/* The instruction ptrtoaddr. */
#if LLVM_VERSION_MAJOR >= 22
#define EZB_PTR_TO_ADDR LLVMPtrToAddr
#else
#define EZB_PTR_TO_ADDR ((LLVMOpcode)69)
#endif

/* The attribute of parameters that says what of a pointer outlives the call. */
#if LLVM_VERSION_MAJOR >= 21
#define EZB_CAPTURES "captures"
#else
#define EZB_CAPTURES "nocapture"
#endif

/* Code for devices has the operations that passes/device/ knows. */
#define EZB_KNOWS_DEVICES (LLVM_VERSION_MAJOR >= 22)

/* How many operands of llvm.masked.load, .store, .gather and .scatter are the alignment, which
 * stands behind the pointer; elsewhere the alignment is an attribute of the pointer. */
#if LLVM_VERSION_MAJOR >= 22
#define EZB_MASKED_ALIGNMENTS 0
#else
#define EZB_MASKED_ALIGNMENTS 1
#endif

#endif
