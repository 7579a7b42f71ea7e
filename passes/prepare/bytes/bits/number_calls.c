/* The internal functions of number_bits.h: what they compute is plain; their derivatives are in
 * rules/special_bits.c. */
#include "prepare/bytes/bits/number_bits.h"
#include <stdio.h>
#include <string.h>

bool number_is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFloatTypeKind ||
           k == LLVMDoubleTypeKind;
}

unsigned number_width(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMDoubleTypeKind ? 64 : k == LLVMFloatTypeKind ? 32 : 16;
}

unsigned number_mantissa(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMDoubleTypeKind: return 52;
    case LLVMFloatTypeKind: return 23;
    case LLVMHalfTypeKind: return 10;
    default: return 7;
    }
}

static void mark_pure(LLVMValueRef fn)
{
    static const char *const names[] = {"nounwind", "willreturn", "memory", "alwaysinline"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMAddAttributeAtIndex(
            fn, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)), kind, 0));
    }
}

/* The bits in the first argument, or that argument, or 0. */
static void build_body(LLVMValueRef fn, LLVMTypeRef result)
{
    LLVMContextRef c = LLVMGetTypeContext(result);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, fn, ""));
    LLVMValueRef first = LLVMGetParam(fn, 0);
    bool bits =
        LLVMGetTypeKind(LLVMTypeOf(first)) == LLVMIntegerTypeKind && LLVMCountParams(fn) == 2;
    bool same = LLVMTypeOf(first) == result &&
                (LLVMCountParams(fn) == 2 || strstr(LLVMGetValueName(fn), RULE_PIECEWISE_PREFIX));
    LLVMBuildRet(b, bits   ? LLVMBuildBitCast(b, first, result, "")
                    : same ? first
                           : LLVMConstNull(result));
    LLVMDisposeBuilder(b);
}

LLVMValueRef number_call(struct prepare *p, LLVMBuilderRef b, const char *stem, LLVMTypeRef t,
                         LLVMTypeRef result, LLVMValueRef *args, unsigned count)
{
    char *type_name = LLVMPrintTypeToString(t);
    const char *name = arena_printf(p->arena, "%s%s", stem, type_name);
    LLVMDisposeMessage(type_name);
    LLVMTypeRef params[2];
    for (unsigned i = 0; i < count; i++)
        params[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, params, count, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (!fn) {
        fn = LLVMAddFunction(p->module, name, type);
        LLVMSetLinkage(fn, LLVMInternalLinkage);
        mark_pure(fn);
        build_body(fn, result);
    }
    return LLVMBuildCall2(b, type, fn, args, count, "");
}
