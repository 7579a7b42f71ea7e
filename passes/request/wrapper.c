/* A function without body as the target of a derivative call (sin, a routine with a registered
 * rule): a local function that does nothing but call it takes its place, so that everything behind
 * the request sees a body and rules see a call. */
#include "request/read.h"

static void copy_attributes(LLVMValueRef from, unsigned index, LLVMValueRef fn, LLVMValueRef call)
{
    unsigned n = LLVMGetAttributeCountAtIndex(from, index);
    if (!n)
        return;
    LLVMAttributeRef attributes[64];
    if (n > sizeof attributes / sizeof *attributes)
        return;
    LLVMGetAttributesAtIndex(from, index, attributes);
    for (unsigned i = 0; i < n; i++) {
        LLVMAddAttributeAtIndex(fn, index, attributes[i]);
        LLVMAddCallSiteAttribute(call, index, attributes[i]);
    }
}

/* Code generation flags of the function around the derivative call: the wrapper's code ends up
 * there. */
static void copy_target(LLVMValueRef from, LLVMValueRef to)
{
    static const struct {
        const char *name;
        unsigned size;
    } names[] = {{"target-cpu", 10}, {"target-features", 15}, {"tune-cpu", 8}};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
            from, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, names[i].name, names[i].size);
        if (a)
            LLVMAddAttributeAtIndex(to, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
    }
}

static LLVMValueRef build_wrapper(struct reader *r, LLVMValueRef fn, const char *name)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    unsigned count = LLVMCountParamTypes(type);
    LLVMValueRef wrapper = LLVMAddFunction(r->module, name, type);
    LLVMValueRef *args = ARENA_ARRAY(r->arena, LLVMValueRef, count);
    LLVMSetLinkage(wrapper, LLVMInternalLinkage);
    LLVMGetParams(wrapper, args);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(r->context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(r->context, wrapper, "entry"));
    LLVMValueRef call = LLVMBuildCall2(b, type, fn, args, count, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn));
    for (unsigned i = 0; i <= count; i++)
        copy_attributes(fn, i, wrapper, call);
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, call);
    LLVMDisposeBuilder(b);
    return wrapper;
}

LLVMValueRef function_with_body(struct reader *r, LLVMValueRef fn, LLVMValueRef call)
{
    if (!LLVMIsDeclaration(fn) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)))
        return fn;
    const char *name = arena_printf(r->arena, "enz.call.%s", LLVMGetValueName(fn));
    LLVMValueRef wrapper = LLVMGetNamedFunction(r->module, name);
    if (!wrapper) {
        wrapper = build_wrapper(r, fn, name);
        copy_target(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), wrapper);
    }
    return wrapper;
}
