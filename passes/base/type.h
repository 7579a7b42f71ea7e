/* Kinds of IR types. */
#ifndef ENZCC_BASE_TYPE_H
#define ENZCC_BASE_TYPE_H
#include "llvm-c/Core.h"
#include <stdbool.h>

/* A floating-point scalar of any format. */
static inline bool type_is_fp(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: return true;
    default: return false;
    }
}
#endif
