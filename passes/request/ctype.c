/* IR types spelled as C types.
 *
 * The spelling is for people who know C, not for compilers: integers by their usual C name, structs
 * by their members.
 */
#include "request/ctype.h"

static const char *integer_text(struct arena *a, unsigned bits)
{
    switch (bits) {
    case 1: return "bool";
    case 8: return "char";
    case 16: return "short";
    case 32: return "int";
    case 64: return "long";
    default: return arena_printf(a, "_BitInt(%u)", bits);
    }
}

static const char *struct_text(struct arena *a, LLVMTypeRef type)
{
    const char *text = "struct {";
    for (unsigned i = 0, n = LLVMCountStructElementTypes(type); i < n; i++)
        text = arena_printf(a, "%s %s;", text, ctype_text(a, LLVMStructGetTypeAtIndex(type, i)));
    return arena_printf(a, "%s }", text);
}

const char *ctype_text(struct arena *a, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: return "void";
    case LLVMHalfTypeKind: return "_Float16";
    case LLVMBFloatTypeKind: return "__bf16";
    case LLVMFloatTypeKind: return "float";
    case LLVMDoubleTypeKind: return "double";
    case LLVMX86_FP80TypeKind: return "long double";
    case LLVMFP128TypeKind: return "__float128";
    case LLVMPointerTypeKind: return "pointer";
    case LLVMIntegerTypeKind: return integer_text(a, LLVMGetIntTypeWidth(type));
    case LLVMStructTypeKind: return struct_text(a, type);
    case LLVMArrayTypeKind:
        return arena_printf(a, "%s[%llu]", ctype_text(a, LLVMGetElementType(type)),
                            (unsigned long long)LLVMGetArrayLength2(type));
    case LLVMVectorTypeKind:
        return arena_printf(a, "vector of %u %s", LLVMGetVectorSize(type),
                            ctype_text(a, LLVMGetElementType(type)));
    default: {
        char *ir = LLVMPrintTypeToString(type);
        const char *text = arena_strdup(a, ir);
        LLVMDisposeMessage(ir);
        return text;
    }
    }
}
