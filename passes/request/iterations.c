/* __enzyme_iter(n, k): n, and k more in each derivative (prepare/calls/iterations.c). Until all
 * derivatives are there it is a call of a function without a body, from which nothing is known but
 * that it gives the same number each time. */
#include "request/read.h"
#include "rules/rules.h"
#include <string.h>

static LLVMValueRef declare(struct reader *r, LLVMTypeRef t)
{
    static const char *const names[] = {"nounwind", "willreturn", "memory", "speculatable"};
    const char *name = arena_printf(r->arena, RULE_ITERATIONS_PREFIX "i%u", LLVMGetIntTypeWidth(t));
    LLVMValueRef fn = LLVMGetNamedFunction(r->module, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(r->module, name, LLVMFunctionType(t, (LLVMTypeRef[]){t, t}, 2, 0));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(r->context, kind, 0));
    }
    return fn;
}

/* n where nothing is to be added. */
static LLVMValueRef value_of(struct reader *r, LLVMValueRef call)
{
    LLVMValueRef n = LLVMGetOperand(call, 0),
                 k = LLVMGetNumArgOperands(call) > 1 ? LLVMGetOperand(call, 1) : NULL;
    if (LLVMGetTypeKind(LLVMTypeOf(n)) != LLVMIntegerTypeKind || !k ||
        LLVMGetTypeKind(LLVMTypeOf(k)) != LLVMIntegerTypeKind)
        return n;
    LLVMPositionBuilderBefore(r->builder, call);
    LLVMValueRef fn = declare(r, LLVMTypeOf(n)),
                 args[] = {n, LLVMBuildIntCast2(r->builder, k, LLVMTypeOf(n), 1, "")};
    return LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(fn), fn, args, 2, "");
}

void iterations_replace(struct reader *r, LLVMValueRef call)
{
    if (!LLVMIsACallInst(call) || !LLVMGetNumArgOperands(call) ||
        LLVMTypeOf(LLVMGetOperand(call, 0)) != LLVMTypeOf(call)) {
        diag(r->diags, DIAG_ITER_TYPE, call, diag_name(r->diags, LLVMGetCalledValue(call)));
        return;
    }
    LLVMReplaceAllUsesWith(call, value_of(r, call));
    LLVMInstructionEraseFromParent(call);
}

void iterations_lower(struct reader *r)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(r->module), next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (strncmp(LLVMGetValueName(fn), RULE_ITERATIONS_PREFIX,
                    sizeof RULE_ITERATIONS_PREFIX - 1))
            continue;
        for (LLVMUseRef u; (u = LLVMGetFirstUse(fn));) {
            LLVMValueRef call = LLVMGetUser(u);
            LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
            LLVMInstructionEraseFromParent(call);
        }
        LLVMDeleteFunction(fn);
    }
}
