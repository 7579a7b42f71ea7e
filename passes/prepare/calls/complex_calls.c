/* Complex library functions on the parts of their arguments: see the header. */
#include "prepare/calls/calls.h"
#include "rules/rules.h"
#include <stdio.h>
#include <string.h>

enum { OPERANDS_MAX = 2 };

static LLVMValueRef number(LLVMTypeRef t, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(t)), i, 0);
}

/* <2 x float> */
static bool is_packed(LLVMTypeRef t, LLVMTypeRef fp)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetVectorSize(t) == 2 &&
           LLVMGetElementType(t) == fp;
}

/* {T, T} */
static bool is_pair(LLVMTypeRef t, LLVMTypeRef fp)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 2 &&
           LLVMStructGetTypeAtIndex(t, 0) == fp && LLVMStructGetTypeAtIndex(t, 1) == fp;
}

/* Type of a part, told from the result; NULL if the prototype is not that of a complex function in
 * this form. */
static LLVMTypeRef part_type(LLVMTypeRef type)
{
    LLVMTypeRef params[OPERANDS_MAX], result = LLVMGetReturnType(type);
    LLVMContextRef c = LLVMGetTypeContext(type);
    LLVMTypeRef f = LLVMFloatTypeInContext(c), l = LLVMX86FP80TypeInContext(c);
    unsigned n = LLVMCountParamTypes(type);
    if (LLVMIsFunctionVarArg(type) || !n || n > OPERANDS_MAX)
        return NULL;
    LLVMGetParamTypes(type, params);
    bool packed = is_packed(result, f), memory = is_pair(result, l);
    for (unsigned i = 0; i < n; i++) {
        packed = packed && is_packed(params[i], f);
        memory = memory && LLVMGetTypeKind(params[i]) == LLVMPointerTypeKind;
    }
    return packed ? f : memory ? l : NULL;
}

/* ---- the function on parts ------------------------------------------------------------------- */

static void mark_pure(LLVMValueRef fn)
{
    static const char *const names[] = {"nounwind", "willreturn", "memory"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMAddAttributeAtIndex(
            fn, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)), kind, 0));
    }
}

static LLVMValueRef pack(LLVMBuilderRef b, LLVMTypeRef fp, LLVMValueRef re, LLVMValueRef im,
                         bool packed)
{
    if (packed) {
        LLVMValueRef v =
            LLVMBuildInsertElement(b, LLVMGetPoison(LLVMVectorType(fp, 2)), re, number(fp, 0), "");
        return LLVMBuildInsertElement(b, v, im, number(fp, 1), "");
    }
    LLVMValueRef slot = LLVMBuildArrayAlloca(b, fp, number(fp, 2), ""), one = number(fp, 1);
    LLVMBuildStore(b, re, slot);
    LLVMBuildStore(b, im, LLVMBuildInBoundsGEP2(b, fp, slot, &one, 1, ""));
    return slot;
}

/* Part i of a packed pair, a pair or memory. */
static LLVMValueRef unpack(LLVMBuilderRef b, LLVMTypeRef fp, LLVMValueRef z, unsigned i)
{
    LLVMTypeRef t = LLVMTypeOf(z);
    LLVMValueRef at = number(fp, i);
    if (is_packed(t, fp))
        return LLVMBuildExtractElement(b, z, at, "");
    return is_pair(t, fp) ? LLVMBuildExtractValue(b, z, i, "")
                          : LLVMBuildLoad2(b, fp, LLVMBuildInBoundsGEP2(b, fp, z, &at, 1, ""), "");
}

static void copy_parameter_attributes(LLVMValueRef fn, LLVMValueRef call)
{
    for (unsigned i = 1; i <= LLVMCountParams(fn); i++) {
        LLVMAttributeRef list[32];
        unsigned n = LLVMGetAttributeCountAtIndex(fn, i);
        if (n > sizeof list / sizeof *list)
            continue;
        LLVMGetAttributesAtIndex(fn, i, list);
        for (unsigned k = 0; k < n; k++)
            LLVMAddCallSiteAttribute(call, i, list[k]);
    }
}

static void build_body(LLVMValueRef parts, LLVMValueRef fn, LLVMTypeRef fp)
{
    LLVMContextRef c = LLVMGetTypeContext(fp);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    LLVMValueRef args[OPERANDS_MAX], out[2];
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, parts, ""));
    bool packed = is_packed(LLVMGetReturnType(type), fp);
    for (unsigned i = 0; i < LLVMCountParamTypes(type); i++)
        args[i] = pack(b, fp, LLVMGetParam(parts, 2 * i), LLVMGetParam(parts, 2 * i + 1), packed);
    LLVMValueRef call = LLVMBuildCall2(b, type, fn, args, LLVMCountParamTypes(type), "");
    copy_parameter_attributes(fn, call);
    for (unsigned i = 0; i < 2; i++)
        out[i] = unpack(b, fp, call, i);
    LLVMBuildAggregateRet(b, out, 2);
    LLVMDisposeBuilder(b);
}

LLVMValueRef prepare_complex_parts(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef fp)
{
    char name[64];
    LLVMTypeRef params[2 * OPERANDS_MAX], pair[2] = {fp, fp},
                                          known = part_type(LLVMGlobalGetValueType(fn));
    unsigned n = 2 * LLVMCountParams(fn);
    if (known != fp || snprintf(name, sizeof name, RULE_PARTS_PREFIX "%s", LLVMGetValueName(fn)) >=
                           (int)sizeof name)
        return NULL;
    LLVMValueRef parts = LLVMGetNamedFunction(m, name);
    if (parts)
        return parts;
    for (unsigned i = 0; i < n; i++)
        params[i] = fp;
    parts = LLVMAddFunction(
        m, name,
        LLVMFunctionType(LLVMStructTypeInContext(LLVMGetTypeContext(fp), pair, 2, 0), params, n,
                         0));
    LLVMSetLinkage(parts, LLVMInternalLinkage);
    mark_pure(parts);
    build_body(parts, fn, fp);
    return parts;
}

/* ---- the call -------------------------------------------------------------------------------- */

bool prepare_complex_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef fn = LLVMGetCalledValue(call), args[2 * OPERANDS_MAX];
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    LLVMTypeRef type = LLVMGetCalledFunctionType(call), fp = part_type(type);
    if (!fp || type != LLVMGlobalGetValueType(fn) || !rule_is_complex_function(name, length))
        return false;
    LLVMValueRef parts = prepare_complex_parts(m, fn, fp);
    unsigned n = parts ? LLVMGetNumArgOperands(call) : 0;
    for (unsigned i = 0; i < 2 * n; i++)
        args[i] = unpack(b, fp, LLVMGetOperand(call, i / 2), i % 2);
    if (!n)
        return false;
    LLVMValueRef result = LLVMBuildCall2(b, LLVMGlobalGetValueType(parts), parts, args, 2 * n, "");
    if (is_packed(LLVMTypeOf(call), fp))
        result = pack(b, fp, unpack(b, fp, result, 0), unpack(b, fp, result, 1), true);
    LLVMReplaceAllUsesWith(call, result);
    LLVMInstructionEraseFromParent(call);
    return true;
}
