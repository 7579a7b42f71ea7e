/* Structs passed by value in memory: the copy that the call makes becomes the callee's first act.
 *
 * A `byval` pointer names the caller's object, of which the callee gets a copy of its own. In
 * prepared functions the copy is explicit, so that it has a derivative and that a derivative, which
 * takes plain pointers, never works on the caller's object. */
#include "base/target.h"
#include "bridge/compat.h"
#include "prepare/calls/calls.h"
#include <string.h>

/* Attributes of a parameter that speak of the copy. */
static const char *const of_copy[] = {"readonly", "readnone", "writeonly", EZB_CAPTURES, "noalias"};

static unsigned byval_kind(void)
{
    return LLVMGetEnumAttributeKindForName("byval", 5);
}

static void copy_param(struct prepare *p, LLVMValueRef fn, LLVMValueRef param, LLVMTypeRef type)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(p->module);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    unsigned align = LLVMABIAlignmentOfType(layout, type);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMValueRef copy = target_generic(p->module, b, LLVMBuildAlloca(b, type, ""));
    LLVMReplaceAllUsesWith(param, copy);
    LLVMBuildMemCpy(b, copy, align, param, align,
                    target_bytes(p->module, LLVMABISizeOfType(layout, type)));
    LLVMDisposeBuilder(b);
}

unsigned prepare_byval(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0, kind = byval_kind();
    for (unsigned k = 0, n = LLVMCountParams(fn); k < n; k++) {
        LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(fn, k + 1, kind);
        if (!byval)
            continue;
        LLVMRemoveEnumAttributeAtIndex(fn, k + 1, kind);
        for (size_t i = 0; i < sizeof of_copy / sizeof *of_copy; i++)
            LLVMRemoveEnumAttributeAtIndex(
                fn, k + 1, LLVMGetEnumAttributeKindForName(of_copy[i], strlen(of_copy[i])));
        copy_param(p, fn, LLVMGetParam(fn, k), LLVMGetTypeAttributeValue(byval));
        changes++;
    }
    return changes;
}

/* A tail call may get copies of its caller's stack objects, but no pointers to them. */
static void pass_plain(LLVMValueRef call, unsigned index, unsigned kind)
{
    LLVMRemoveCallSiteEnumAttribute(call, index, kind);
    for (size_t i = 0; i < sizeof of_copy / sizeof *of_copy; i++)
        LLVMRemoveCallSiteEnumAttribute(
            call, index, LLVMGetEnumAttributeKindForName(of_copy[i], strlen(of_copy[i])));
    if (LLVMIsACallInst(call))
        LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

void prepare_byval_call(LLVMValueRef call, LLVMValueRef callee)
{
    unsigned kind = byval_kind();
    for (unsigned k = 0, n = LLVMCountParams(callee); k < n; k++) {
        LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(callee, k + 1, kind);
        if (byval)
            LLVMAddCallSiteAttribute(call, k + 1, byval);
        else if (LLVMGetCallSiteEnumAttribute(call, k + 1, kind))
            pass_plain(call, k + 1, kind);
    }
}
