/* Exceptions that leave a derivative run clean-up code and take the tape along.
 *
 * Exceptions with a handler inside are control flow by now (prepare/exceptions); others unwind
 * through the derivative, and no reverse sweep runs that would give back what the forward sweep
 * kept. In prepared code and in its copy, the calls that may unwind to clean-up code stand between
 * markers (prepare/exceptions/native.c). */
#include "base/target.h"
#include "emit/derivative.h"
#include "ir/code.h"
#include "ir/text.h"
#include <string.h>

typedef VEC(LLVMValueRef) value_list;

/* Functions of the program and of its derivatives, which may have no body yet, those of the C++
 * library, and what calls operator new. */
static bool may_unwind(struct gen *g, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) ||
        code_call_has(call, callee, "nounwind"))
        return false;
    const char *name = text_function_name(g->arena, callee);
    return !LLVMIsDeclaration(callee) || LLVMGetLinkage(callee) == LLVMInternalLinkage ||
           !strncmp(name, "_Z", 2) || !strncmp(name, "__cxa_", 6) ||
           !strcmp(name, "enz_rt_shadow_new");
}

static bool is_marker(LLVMValueRef inst, const char *name)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName(callee), name);
}

static value_list markers(struct gen *g, const char *name)
{
    value_list found = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_marker(i, name))
                VEC_PUSH(g->arena, &found, i);
    return found;
}

/* ---- clean-up code ---- */

/* The calls that may unwind from behind enz.guarded to enz.unwound; returns the latter. */
static LLVMValueRef guarded_calls(struct gen *g, LLVMValueRef guard, value_list *calls)
{
    struct map seen;
    VEC(LLVMBasicBlockRef) work = {0};
    LLVMValueRef unwound = NULL;
    map_init(&seen, g->arena);
    VEC_PUSH(g->arena, &work, LLVMGetInstructionParent(guard));
    for (unsigned k = 0; k < work.count; k++) {
        LLVMValueRef i = k ? LLVMGetFirstInstruction(work.items[k]) : LLVMGetNextInstruction(guard);
        for (; i && !is_marker(i, PREPARE_UNWOUND); i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && may_unwind(g, i))
                VEC_PUSH(g->arena, calls, i);
        if (i) {
            unwound = i;
            continue;
        }
        LLVMValueRef term = LLVMGetBasicBlockTerminator(work.items[k]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(term); s++) {
            if (map_get(&seen, LLVMGetSuccessor(term, s)))
                continue;
            map_put(&seen, LLVMGetSuccessor(term, s), term);
            VEC_PUSH(g->arena, &work, LLVMGetSuccessor(term, s));
        }
    }
    return unwound;
}

/* NULL in an iteration that runs again, which does not leave its loop that way. */
static LLVMValueRef landed_in(LLVMBasicBlockRef pad)
{
    LLVMValueRef i = LLVMGetFirstInstruction(pad);
    while (i && !is_marker(i, PREPARE_LANDED))
        i = LLVMGetNextInstruction(i);
    return i;
}

/* A block for exceptions out of one place, in front of the clean-up code; hands over what the
 * landing pad says. */
static LLVMBasicBlockRef build_landing(struct gen *g, LLVMBasicBlockRef pad, LLVMBasicBlockRef from,
                                       LLVMValueRef landed)
{
    LLVMBasicBlockRef block = gen_block(g);
    unsigned clauses = LLVMGetNumArgOperands(landed) - 1;
    LLVMPositionBuilderAtEnd(g->b, block);
    LLVMValueRef caught = LLVMBuildLandingPad(g->b, LLVMTypeOf(landed), NULL, clauses, "");
    LLVMSetCleanup(caught, LLVMConstIntGetZExtValue(LLVMGetOperand(landed, 0)) != 0);
    for (unsigned k = 0; k < clauses; k++)
        LLVMAddClause(caught, LLVMGetOperand(landed, k + 1));
    LLVMBuildBr(g->b, pad);
    ezb_phis_replace_block(pad, from, block);
    LLVMValueRef phi = LLVMGetFirstInstruction(pad); /* the first one collects landing pads */
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == block)
            LLVMSetOperand(phi, k, caught);
    return block;
}

/* In front of each enz.landed, a phi for the landing pads to come. */
static void begin_pads(struct gen *g)
{
    value_list all = markers(g, PREPARE_LANDED);
    for (unsigned i = 0; i < all.count; i++) {
        LLVMBasicBlockRef pad = LLVMGetInstructionParent(all.items[i]);
        LLVMPositionBuilderBefore(g->b, LLVMGetFirstInstruction(pad));
        LLVMValueRef phi = LLVMBuildPhi(g->b, LLVMTypeOf(all.items[i]), ""),
                     none = LLVMGetPoison(LLVMTypeOf(all.items[i]));
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(pad)); u; u = LLVMGetNextUse(u)) {
            LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(u));
            if (LLVMIsATerminatorInst(LLVMGetUser(u)))
                LLVMAddIncoming(phi, &none, &from, 1);
        }
        LLVMReplaceAllUsesWith(all.items[i], phi);
    }
}

static LLVMValueRef branch_on(LLVMValueRef flag)
{
    LLVMUseRef u = LLVMGetFirstUse(flag);
    while (u && !LLVMIsATerminatorInst(LLVMGetUser(u)))
        u = LLVMGetNextUse(u);
    return u ? LLVMGetUser(u) : NULL;
}

static void close_region(struct gen *g, LLVMValueRef guard)
{
    value_list calls = {0};
    LLVMValueRef unwound = guarded_calls(g, guard, &calls),
                 branch = unwound ? branch_on(unwound) : NULL;
    LLVMInstructionEraseFromParent(guard);
    if (!branch)
        return;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(branch), pad = LLVMGetSuccessor(branch, 0),
                      next = LLVMGetSuccessor(branch, 1);
    LLVMValueRef landed = landed_in(pad);
    LLVMBasicBlockRef landing = landed && calls.count ? build_landing(g, pad, from, landed) : NULL;
    if (!landing)
        ezb_phis_remove_block(pad, from);
    LLVMPositionBuilderBefore(g->b, branch);
    LLVMBuildBr(g->b, next);
    LLVMInstructionEraseFromParent(branch);
    LLVMReplaceAllUsesWith(unwound, LLVMConstNull(LLVMTypeOf(unwound)));
    LLVMInstructionEraseFromParent(unwound);
    for (unsigned i = 0; i < calls.count && landing; i++)
        ezb_call_to_invoke(calls.items[i], landing);
}

static void restore_pads(struct gen *g)
{
    value_list guards = markers(g, PREPARE_GUARDED);
    if (!guards.count)
        return;
    LLVMSetPersonalityFn(g->fn, LLVMGetPersonalityFn(g->f->fn));
    begin_pads(g);
    for (unsigned i = 0; i < guards.count; i++)
        close_region(g, guards.items[i]);
    ezb_remove_unreachable_blocks(g->cx, g->fn);
    value_list landed = markers(g, PREPARE_LANDED);
    for (unsigned i = 0; i < landed.count; i++)
        LLVMInstructionEraseFromParent(landed.items[i]);
}

/* ---- the tape ---- */

static LLVMBasicBlockRef build_freeing_pad(struct gen *g)
{
    LLVMTypeRef ptr = gen_ptr_type(g), parts[] = {ptr, LLVMInt32TypeInContext(g->context)};
    LLVMPositionBuilderAtEnd(g->b, gen_block(g));
    LLVMValueRef caught =
        LLVMBuildLandingPad(g->b, LLVMStructTypeInContext(g->context, parts, 2, 0), NULL, 0, "");
    LLVMSetCleanup(caught, 1);
    gen_close_tape(g);
    LLVMBuildResume(g->b, caught);
    return LLVMGetInsertBlock(g->b);
}

static void free_tape(struct gen *g)
{
    LLVMValueRef personality = LLVMGetNamedFunction(g->module, target_personality);
    if (!personality)
        return; /* no C++ in the program */
    value_list calls = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && may_unwind(g, i))
                VEC_PUSH(g->arena, &calls, i);
    if (!calls.count)
        return;
    if (!LLVMHasPersonalityFn(g->fn))
        LLVMSetPersonalityFn(g->fn, personality);
    LLVMBasicBlockRef pad = build_freeing_pad(g);
    for (unsigned i = 0; i < calls.count; i++)
        ezb_call_to_invoke(calls.items[i], pad);
}

void gen_unwind(struct gen *g)
{
    restore_pads(g);
    if (g->owns_tape)
        free_tape(g);
}
