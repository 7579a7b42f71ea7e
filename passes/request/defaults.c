/* Activities of what the user left unmarked, from IR types alone. */
#include "base/type.h"
#include "request/read.h"

static bool is_pointer(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Whether a scalar inside `type` satisfies the test. */
static bool any_scalar(LLVMTypeRef type, bool (*test)(LLVMTypeRef))
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0, n = LLVMCountStructElementTypes(type); i < n; i++)
            if (any_scalar(LLVMStructGetTypeAtIndex(type, i), test))
                return true;
        return false;
    case LLVMArrayTypeKind:
        return LLVMGetArrayLength2(type) && any_scalar(LLVMGetElementType(type), test);
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind: return any_scalar(LLVMGetElementType(type), test);
    default: return test(type);
    }
}

bool type_has_fp(LLVMTypeRef type)
{
    return any_scalar(type, type_is_fp);
}
bool type_has_pointer(LLVMTypeRef type)
{
    return any_scalar(type, is_pointer);
}

enum activity default_param_activity(LLVMTypeRef type, enum deriv_mode mode)
{
    if (type_has_pointer(type))
        return ACT_DUP;
    if (!type_has_fp(type))
        return ACT_CONST;
    return mode_is_forward(mode) ? ACT_DUP : ACT_OUT;
}

enum activity default_return_activity(LLVMTypeRef type, enum deriv_mode mode)
{
    return LLVMGetTypeKind(type) == LLVMVoidTypeKind ? ACT_CONST
                                                     : default_param_activity(type, mode);
}
