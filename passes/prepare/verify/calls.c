/* Verifiers of what a function calls, and of how it is called. */
#include "prepare/calls/calls.h"
#include "prepare/verify/verify.h"
#include "prepare/vectors/vectors.h"
#include <string.h>

static bool has_attribute(LLVMValueRef fn, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

static bool is_tail_promise(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return LLVMIsACallInst(inst) && LLVMGetTailCallKind(inst) == LLVMTailCallKindMustTail;
}

LLVMValueRef verify_open(struct prepare *p, LLVMValueRef fn)
{
    if (LLVMGetLinkage(fn) != LLVMInternalLinkage || has_attribute(fn, "optnone") ||
        has_attribute(fn, "noinline"))
        return fn;
    return verify_each(p, fn, is_tail_promise);
}

LLVMValueRef verify_no_byval(struct prepare *p, LLVMValueRef fn)
{
    (void)p;
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned k = 0, n = LLVMCountParams(fn); k < n; k++)
        if (LLVMGetEnumAttributeAtIndex(fn, k + 1, kind))
            return fn;
    return NULL;
}

/* A call of a body that is not a prepared function, though it is to be differentiated. */
static bool leaves_clones(struct prepare *p, LLVMValueRef inst)
{
    if (!verify_is_call(inst))
        return false;
    struct call_info c = rule_classify(p->cx, inst);
    return c.cls == CALL_DEFINED && !rule_is_custom(c.callee, p->mode) &&
           !map_get(&p->originals, c.callee);
}

LLVMValueRef verify_connected(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, leaves_clones);
}

static bool handles_list(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return verify_calls_intrinsic(inst, "llvm.va_copy") ||
           verify_calls_intrinsic(inst, "llvm.va_end");
}

LLVMValueRef verify_no_lists(struct prepare *p, LLVMValueRef fn)
{
    return prepare_knows_lists(p) ? verify_each(p, fn, handles_list) : NULL;
}

static bool reallocates(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return prepare_is_reallocation(inst);
}

LLVMValueRef verify_no_reallocations(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, reallocates);
}

static bool names_resolver(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return verify_is_call(inst) && LLVMIsAGlobalIFunc(LLVMGetCalledValue(inst));
}

LLVMValueRef verify_no_resolvers(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, names_resolver);
}

/* A library function writes, errno for instance. Bodies of the program's own may; a few functions
 * write an integer beside their value. */
static bool writes_result(struct prepare *p, LLVMValueRef inst)
{
    if (!verify_is_call(inst) || !ezb_inst_writes(inst))
        return false;
    struct call_info c = rule_classify(p->cx, inst);
    return c.cls == CALL_RULE && LLVMIsDeclaration(c.callee) &&
           !prepare_is_like_library(c.callee) && !rule_writes(c.rule);
}

LLVMValueRef verify_values(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, writes_result);
}

static bool is_masked(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return LLVMIsACallInst(inst) && prepare_is_masked_call(inst);
}

LLVMValueRef verify_no_masks(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, is_masked);
}

static bool has_targets(struct prepare *p, LLVMValueRef inst)
{
    return verify_is_call(inst) && prepare_has_targets(p, inst);
}

LLVMValueRef verify_few_targets(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, has_targets);
}
