/* Calls through pointers in a truncated function: the pointer leads to a function of the program,
 * of which the clone is called, one after the other; or the run ends. */
#include "truncate/rewrite.h"
#include "ir/code.h"
#include <string.h>

static bool is_callee(LLVMUseRef use, LLVMValueRef fn)
{
    LLVMValueRef user = LLVMGetUser(use);
    bool call = code_is_call(user);
    bool operand = false;
    for (unsigned k = 0; call && k < LLVMGetNumArgOperands(user); k++)
        operand |= LLVMGetOperand(user, k) == fn;
    return call && !operand;
}

/* Its address is taken by other code than calls. Clones are reached by those that they are made of.
 */
static bool may_be_target(LLVMValueRef fn, LLVMTypeRef type)
{
    if (LLVMIsDeclaration(fn) || LLVMGlobalGetValueType(fn) != type || truncate_is_clone(fn))
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

/* As the call is, but of this function; or the function, for a call that may throw. */
static void call_target(struct chain *c, LLVMValueRef fn)
{
    LLVMBuilderRef b = c->w->b;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    if (!LLVMIsACallInst(c->call)) {
        LLVMBuildBr(b, c->rest);
        LLVMAddIncoming(c->phi, &fn, &here, 1);
        return;
    }
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

/* What the phi of a call that may throw is of: functions. */
static LLVMTypeRef phi_type(LLVMValueRef call)
{
    return LLVMTypeOf(LLVMIsACallInst(call) ? call : LLVMGetCalledValue(call));
}

/* A call gives way to one for each target; one that may throw, and ends its block, to one of what
 * its pointer is compared to. */
static void build_chain(struct chain *c, LLVMValueRef const *targets, unsigned count)
{
    LLVMBasicBlockRef head = LLVMGetInstructionParent(c->call);
    c->rest = ezb_split_block_before(c->call, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
    if (LLVMGetTypeKind(phi_type(c->call)) != LLVMVoidTypeKind) {
        LLVMPositionBuilderBefore(c->w->b, c->call);
        c->phi = LLVMBuildPhi(c->w->b, phi_type(c->call), "");
    }
    LLVMPositionBuilderAtEnd(c->w->b, head);
    for (unsigned i = 0; i < count; i++)
        compare(c, targets[i]);
    end_run(c);
}

bool pointer_call(struct rewrite *w, LLVMValueRef call)
{
    struct chain c = {.w = w, .call = call, .pointer = LLVMGetCalledValue(call)};
    VEC(LLVMValueRef) targets = {0};
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    for (LLVMValueRef fn = LLVMGetFirstFunction(w->all->module); fn; fn = LLVMGetNextFunction(fn))
        if (may_be_target(fn, type))
            VEC_PUSH(w->all->arena, &targets, fn);
    build_chain(&c, targets.items, targets.count);
    if (!LLVMIsACallInst(call)) {
        LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, c.phi);
        return true;
    }
    if (c.phi)
        LLVMReplaceAllUsesWith(call, c.phi);
    LLVMInstructionEraseFromParent(call);
    return true;
}
