/* Exceptions that no handler inside takes: they unwind, and clean-up code runs.
 *
 * While a function is prepared, calls with clean-up code for such exceptions are invokes, which
 * LLVM knows how to inline and optimise. In prepared functions they are
 *
 *     call void @enz.guarded()
 *     call f(...)
 *     %u = call i1 @enz.unwound()
 *     br i1 %u, label %pad, label %next
 *
 * and the landing pad begins with a call of enz.landed, with the clauses as arguments. To facts and
 * plans the clean-up code is code on the way to the end of the program. When a forward sweep has
 * been emitted, everything between the first two markers is made an invoke again (emit/unwind.c).
 */
#include "prepare/exceptions/exceptions.h"
#include <string.h>

/* ---- invokes opened for changes ---- */

struct prepare_opened prepare_open(struct prepare *p, LLVMValueRef inst)
{
    struct prepare_opened o = {.p = p, .call = inst};
    if (!LLVMIsAInvokeInst(inst))
        return o;
    LLVMBasicBlockRef next = LLVMGetNormalDest(inst);
    o.from = LLVMGetInstructionParent(inst), o.unwind = LLVMGetUnwindDest(inst);
    o.call = ezb_invoke_to_call(inst, 1);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderAtEnd(b, o.from);
    LLVMBuildBr(b, next);
    LLVMDisposeBuilder(b);
    return o;
}

static LLVMValueRef value_from(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    unsigned k = 0;
    while (LLVMGetIncomingBlock(phi, k) != from)
        k++;
    return LLVMGetIncomingValue(phi, k);
}

void prepare_guard(struct prepare_opened *o, LLVMValueRef call)
{
    if (!o->unwind || !exceptions_may_leave(o->p, call))
        return;
    LLVMBasicBlockRef b = LLVMGetInstructionParent(ezb_call_to_invoke(call, o->unwind));
    o->reused |= b == o->from;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(o->unwind); b != o->from && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef v = value_from(phi, o->from);
        LLVMAddIncoming(phi, &v, &b, 1);
    }
}

void prepare_close(struct prepare_opened *o)
{
    if (o->unwind && !o->reused)
        ezb_phis_remove_block(o->unwind, o->from);
}

/* ---- markers ---- */

/* Markers have no effect on memory that the program sees, and are neither moved nor merged. */
static LLVMValueRef marker(struct prepare *p, const char *name, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (fn)
        return fn;
    fn = exceptions_declare(p, name, type);
    ezb_set_fn_effects(fn, (EzbEffects){.inaccessible = EZB_MODREF});
    return fn;
}

static void mark_invoke(struct prepare *p, LLVMBuilderRef b, LLVMValueRef invoke)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTypeRef nothing = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, 0),
                flag = LLVMFunctionType(LLVMInt1TypeInContext(c), NULL, 0, 0);
    LLVMBasicBlockRef next = LLVMGetNormalDest(invoke), unwind = LLVMGetUnwindDest(invoke);
    LLVMPositionBuilderBefore(b, invoke);
    LLVMBuildCall2(b, nothing, marker(p, PREPARE_GUARDED, nothing), NULL, 0, "");
    LLVMPositionBuilderAtEnd(b, LLVMGetInstructionParent(ezb_invoke_to_call(invoke, 1)));
    LLVMBuildCondBr(b, LLVMBuildCall2(b, flag, marker(p, PREPARE_UNWOUND, flag), NULL, 0, ""),
                    unwind, next);
}

static void mark_pad(struct prepare *p, LLVMBuilderRef b, LLVMValueRef pad)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(pad), NULL, 0, 1);
    unsigned clauses = LLVMGetNumClauses(pad);
    LLVMValueRef *args = ARENA_ARRAY(p->arena, LLVMValueRef, clauses + 1);
    args[0] = LLVMConstInt(LLVMInt1TypeInContext(LLVMGetModuleContext(p->module)),
                           (unsigned long long)LLVMIsCleanup(pad), 0);
    for (unsigned k = 0; k < clauses; k++)
        args[k + 1] = LLVMGetClause(pad, k);
    LLVMPositionBuilderBefore(b, pad);
    LLVMReplaceAllUsesWith(
        pad, LLVMBuildCall2(b, type, marker(p, PREPARE_LANDED, type), args, clauses + 1, ""));
    LLVMInstructionEraseFromParent(pad);
}

static void raise_on(struct prepare *p, LLVMBuilderRef b, LLVMValueRef resume)
{
    LLVMPositionBuilderBefore(b, resume);
    LLVMValueRef raise = exceptions_raise(p),
                 e = LLVMBuildExtractValue(b, LLVMGetOperand(resume, 0), 0, "");
    LLVMBuildCall2(b, LLVMGlobalGetValueType(raise), raise, &e, 1, "");
    LLVMBuildUnreachable(b);
    LLVMInstructionEraseFromParent(resume);
}

unsigned prepare_native_exceptions(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (!LLVMHasPersonalityFn(fn))
        return 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next, changes++) {
            next = LLVMGetNextInstruction(i);
            if (LLVMIsAInvokeInst(i))
                mark_invoke(p, b, i);
            else if (LLVMIsALandingPadInst(i))
                mark_pad(p, b, i);
            else if (LLVMIsAResumeInst(i))
                raise_on(p, b, i);
            else
                changes--;
        }
    LLVMDisposeBuilder(b);
    if (changes)
        map_put(&p->guarded, fn, fn);
    return changes;
}
