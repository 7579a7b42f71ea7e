/* Calls through pointers in a truncated function: the pointer leads to a function of the program,
 * of which the clone is called, one after the other; or the run ends. */
#include "truncate/rewrite.h"
#include <string.h>

static bool is_callee(LLVMUseRef use, LLVMValueRef fn)
{
    LLVMValueRef user = LLVMGetUser(use);
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    bool operand = false;
    for (unsigned k = 0; call && k < LLVMGetNumArgOperands(user); k++)
        operand |= LLVMGetOperand(user, k) == fn;
    return call && !operand;
}

/* Its address is taken by other code than calls. Clones are reached by those that they are made of.
 */
static bool may_be_target(LLVMValueRef fn, LLVMTypeRef type)
{
    if (LLVMIsDeclaration(fn) || LLVMGlobalGetValueType(fn) != type ||
        !strncmp(LLVMGetValueName(fn), "enz.truncated", 13))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (!is_callee(u, fn))
            return true;
    return false;
}

struct chain {
    struct rewrite *w;
    LLVMValueRef call, pointer;
    LLVMBasicBlockRef rest;
    LLVMValueRef phi; /* NULL: no result */
};

/* As the call is, but of this function. */
static void call_target(struct chain *c, LLVMValueRef fn)
{
    LLVMBuilderRef b = c->w->b;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMValueRef copy = LLVMInstructionClone(c->call);
    LLVMSetOperand(copy, (unsigned)LLVMGetNumOperands(copy) - 1, fn);
    LLVMSetTailCallKind(copy, LLVMTailCallKindNone);
    LLVMInsertIntoBuilder(b, copy);
    LLVMBuildBr(b, c->rest);
    if (c->phi)
        LLVMAddIncoming(c->phi, &copy, &here, 1);
}

/* No function that is known. */
static void end_run(struct chain *c)
{
    LLVMModuleRef m = c->w->all->module;
    const char *file = "unknown place";
    unsigned line = 0, column = 0;
    ezb_debug_loc(c->call, &file, &line, &column);
    LLVMTypeRef ptr = LLVMTypeOf(c->pointer),
                type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetTypeContext(ptr)), &ptr, 1, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(m, "enz_rt_unknown_target"),
                 where = LLVMBuildGlobalStringPtr(
                     c->w->b, arena_printf(c->w->all->arena, "%s:%u:%u", file, line, column), "");
    if (!fn)
        fn = LLVMAddFunction(m, "enz_rt_unknown_target", type);
    LLVMBuildCall2(c->w->b, type, fn, &where, 1, "");
    LLVMBuildUnreachable(c->w->b);
}

static void compare(struct chain *c, LLVMValueRef fn)
{
    LLVMBuilderRef b = c->w->b;
    LLVMContextRef cx = LLVMGetTypeContext(LLVMTypeOf(c->pointer));
    LLVMBasicBlockRef then = LLVMInsertBasicBlockInContext(cx, c->rest, ""),
                      other = LLVMInsertBasicBlockInContext(cx, c->rest, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, c->pointer, fn, ""), then, other);
    LLVMPositionBuilderAtEnd(b, then);
    call_target(c, c->w->clone(c->w->user, fn));
    LLVMPositionBuilderAtEnd(b, other);
}

bool pointer_call(struct rewrite *w, LLVMValueRef call)
{
    struct chain c = {.w = w, .call = call, .pointer = LLVMGetCalledValue(call)};
    VEC(LLVMValueRef) targets = {0};
    if (!LLVMIsACallInst(call))
        return operation_refuse(w, call, "a call through a pointer that may throw");
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    for (LLVMValueRef fn = LLVMGetFirstFunction(w->all->module); fn; fn = LLVMGetNextFunction(fn))
        if (may_be_target(fn, type))
            VEC_PUSH(w->all->arena, &targets, fn);
    LLVMBasicBlockRef head = LLVMGetInstructionParent(call);
    c.rest = ezb_split_block_before(call, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) {
        LLVMPositionBuilderBefore(w->b, call);
        c.phi = LLVMBuildPhi(w->b, LLVMTypeOf(call), "");
    }
    LLVMPositionBuilderAtEnd(w->b, head);
    for (unsigned i = 0; i < targets.count; i++)
        compare(&c, targets.items[i]);
    end_run(&c);
    if (c.phi)
        LLVMReplaceAllUsesWith(call, c.phi);
    LLVMInstructionEraseFromParent(call);
    return true;
}
