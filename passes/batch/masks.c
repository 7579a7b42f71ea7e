/* Masks.
 *
 *     if (c) y = f(x);      becomes   y = c ? f(x) : y;
 *     while (c(x)) x = f(x);   becomes   active = true;
 *                                        while (any(active = active && c(x)))
 *                                            x = active ? f(x) : x;
 *
 * in the function for one lane, where c differs from lane to lane; `any` is of all lanes. What a
 * lane computes in vain then must not be noticed: it has no effects, and can be computed anywhere
 * (ezb_speculatable). The condition of a loop may read memory: a lane that has left finds the same
 * again, as its variables stay as they were, and nothing in such a loop writes.
 *
 * One branch is changed at a time, innermost first, until there is none left that can be: what
 * differs has to be found anew, as choices differ where branches did. */
#include "batch/masks.h"
#include "base/limits.h"
#include "ir/in_place.h"
#include "rules/rules.h"
#include <string.h>

/* Instructions that run in vain. */
LIMIT(MASKED_SIZE, 200);

static const char any_name[] = "enz.batch.any";

bool masks_is_any(LLVMValueRef inst)
{
    LLVMValueRef fn = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return fn && LLVMIsAFunction(fn) && !strcmp(LLVMGetValueName(fn), any_name);
}

void masks_drop(LLVMModuleRef m)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m, any_name);
    if (fn && !LLVMGetFirstUse(fn))
        LLVMDeleteFunction(fn);
}

struct masking {
    struct together *t;
    LLVMBuilderRef b;
    LLVMBasicBlockRef head; /* ends with the branch */
    LLVMValueRef branch, condition;
};

/* ---- what can run in vain -------------------------------------------------------------------- */

static LLVMBasicBlockRef only_successor(LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    return LLVMIsABranchInst(end) && !LLVMIsConditional(end) ? LLVMGetSuccessor(end, 0) : NULL;
}

static bool has_one_edge(LLVMBasicBlockRef b)
{
    LLVMUseRef first = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
    return first && !LLVMGetNextUse(first);
}

/* A mathematical function of numbers. It may set errno; together_spread asks who reads that. */
static bool is_mathematical(const struct masking *m, LLVMValueRef inst)
{
    if (!LLVMIsACallInst(inst))
        return false;
    struct call_info info = rule_classify(m->t->cx, inst);
    EzbEffects e = ezb_call_effects(m->t->cx, inst);
    return info.cls == CALL_RULE && info.callee && LLVMIsDeclaration(info.callee) &&
           !rule_writes(info.rule) && !((e.arg | e.inaccessible | e.other) & EZB_MOD) &&
           ezb_transfers_execution(inst);
}

/* Each instruction of the block, which has no phis, can be computed in front of the branch. */
static bool runs_in_vain(const struct masking *m, LLVMBasicBlockRef b)
{
    unsigned size = 0;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != end; i = LLVMGetNextInstruction(i))
        if (LLVMIsAPHINode(i) || ++size > MASKED_SIZE ||
            !(ezb_speculatable(m->t->cx, i, m->branch) || is_mathematical(m, i)))
            return false;
    return true;
}

static bool is_arm(const struct masking *m, LLVMBasicBlockRef b)
{
    return b != m->head && has_one_edge(b) && only_successor(b) && only_successor(b) != b &&
           runs_in_vain(m, b);
}

/* ---- branches -------------------------------------------------------------------------------- */

/* Operations that no longer stand where the program has them (ir/in_place.h). */
static void move_up(struct masking *m, LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b), next;
    LLVMPositionBuilderBefore(m->b, m->branch);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != end; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(m->b, i);
        in_place_unmark_operation(i);
    }
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

/* The phis of `join` get choices from the head in place of what came along both ways. */
static void choose(struct masking *m, LLVMBasicBlockRef join, LLVMBasicBlockRef yes,
                   LLVMBasicBlockRef no)
{
    VEC(LLVMValueRef) values = {0};
    LLVMPositionBuilderBefore(m->b, m->branch);
    for (LLVMValueRef i = LLVMGetFirstInstruction(join); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef v = LLVMBuildSelect(m->b, m->condition, incoming(i, yes), incoming(i, no), "");
        VEC_PUSH(m->t->arena, &values, v);
    }
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(join); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i), n++)
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == yes || LLVMGetIncomingBlock(i, k) == no)
                LLVMSetOperand(i, k, values.items[n]);
}

/* The head, alone, leads to `join`: phis there have an entry for it. */
static void lead_to(struct masking *m, LLVMBasicBlockRef join, LLVMBasicBlockRef *arms,
                    unsigned count)
{
    bool there = count < 2;
    for (LLVMValueRef i = LLVMGetFirstInstruction(join); LLVMIsAPHINode(i) && !there;
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef v = incoming(i, arms[0]);
        LLVMAddIncoming(i, &v, &m->head, 1);
    }
    LLVMInstructionEraseFromParent(m->branch);
    LLVMPositionBuilderAtEnd(m->b, m->head);
    LLVMBuildBr(m->b, join);
    for (unsigned k = 0; k < count; k++) {
        ezb_phis_remove_block(join, arms[k]);
        LLVMDeleteBasicBlock(arms[k]);
    }
}

static bool flatten(struct masking *m)
{
    LLVMBasicBlockRef yes = LLVMGetSuccessor(m->branch, 0), no = LLVMGetSuccessor(m->branch, 1);
    bool has_yes = is_arm(m, yes), has_no = is_arm(m, no);
    LLVMBasicBlockRef join = has_yes ? only_successor(yes) : has_no ? only_successor(no) : NULL;
    if (!join || join == m->head)
        return false;
    if (has_yes && has_no && only_successor(no) != join)
        return false;
    if (has_yes != has_no && join != (has_yes ? no : yes))
        return false;
    LLVMBasicBlockRef arms[2];
    unsigned count = 0;
    if (has_yes)
        move_up(m, arms[count++] = yes);
    if (has_no)
        move_up(m, arms[count++] = no);
    choose(m, join, has_yes ? yes : m->head, has_no ? no : m->head);
    lead_to(m, join, arms, count);
    return true;
}

/* ---- loops ----------------------------------------------------------------------------------- */

static LLVMValueRef ask_any(struct masking *m, LLVMValueRef condition)
{
    static const char *const promises[] = {"nounwind", "willreturn", "nosync", "nofree"};
    LLVMModuleRef module = m->t->module;
    LLVMContextRef c = LLVMGetModuleContext(module);
    LLVMTypeRef bit = LLVMInt1TypeInContext(c), type = LLVMFunctionType(bit, &bit, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(module, any_name);
    if (!fn) {
        fn = LLVMAddFunction(module, any_name, type);
        for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
            LLVMAddAttributeAtIndex(
                fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                LLVMCreateEnumAttribute(
                    c, LLVMGetEnumAttributeKindForName(promises[i], strlen(promises[i])), 0));
        LLVMAddAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("memory", 6), 0));
    }
    return LLVMBuildCall2(m->b, type, fn, &condition, 1, "");
}

/* A loop of two blocks: the head, which is left, and a body that leads back to it. */
static LLVMBasicBlockRef body_of(const struct masking *m)
{
    for (unsigned k = 0; k < 2; k++) {
        LLVMBasicBlockRef body = LLVMGetSuccessor(m->branch, k);
        if (body != m->head && LLVMGetSuccessor(m->branch, 1 - k) != body &&
            LLVMGetSuccessor(m->branch, 1 - k) != m->head && has_one_edge(body) &&
            only_successor(body) == m->head && runs_in_vain(m, body))
            return body;
    }
    return NULL;
}

/* What the head computes is computed again by lanes that have left: it must not write. */
static bool head_only_reads(const struct masking *m)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(m->head); i; i = LLVMGetNextInstruction(i))
        if (ezb_inst_writes(i))
            return false;
    return true;
}

/* Variables of lanes that have left stay as they are. */
static void freeze_variables(struct masking *m, LLVMBasicBlockRef body, LLVMValueRef runs)
{
    LLVMPositionBuilderBefore(m->b, LLVMGetBasicBlockTerminator(body));
    for (LLVMValueRef i = LLVMGetFirstInstruction(m->head); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == body)
                LLVMSetOperand(i, k,
                               LLVMBuildSelect(m->b, runs, LLVMGetIncomingValue(i, k), i, ""));
}

static bool mask_loop(struct masking *m)
{
    LLVMBasicBlockRef body = body_of(m);
    if (!body || !head_only_reads(m))
        return false;
    LLVMValueRef first = LLVMGetFirstInstruction(m->head);
    bool stays = LLVMGetSuccessor(m->branch, 0) == body;
    LLVMTypeRef bit = LLVMTypeOf(m->condition);
    LLVMPositionBuilderBefore(m->b, m->branch);
    LLVMValueRef goes_on = stays ? m->condition : LLVMBuildNot(m->b, m->condition, "");
    LLVMPositionBuilderBefore(m->b, first);
    LLVMValueRef active = LLVMBuildPhi(m->b, bit, "");
    LLVMPositionBuilderBefore(m->b, m->branch);
    LLVMValueRef no = LLVMConstNull(bit), runs = LLVMBuildSelect(m->b, active, goes_on, no, "");
    freeze_variables(m, body, runs);
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(m->head)); u; u = LLVMGetNextUse(u)) {
        LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(u));
        LLVMValueRef v = from == body ? runs : LLVMConstInt(bit, 1, false);
        LLVMAddIncoming(active, &v, &from, 1);
    }
    LLVMPositionBuilderBefore(m->b, m->branch);
    LLVMValueRef any = ask_any(m, runs);
    LLVMBasicBlockRef exit = LLVMGetSuccessor(m->branch, stays ? 1 : 0);
    LLVMInstructionEraseFromParent(m->branch);
    LLVMPositionBuilderAtEnd(m->b, m->head);
    LLVMBuildCondBr(m->b, any, body, exit);
    for (LLVMValueRef i = LLVMGetFirstInstruction(body); i; i = LLVMGetNextInstruction(i))
        in_place_unmark_operation(i);
    return true;
}

/* ---- the function ---------------------------------------------------------------------------- */

static bool change_one(struct together *t)
{
    bool changed = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(t->module));
    for (unsigned i = t->blocks.count; i-- > 0 && !changed;) {
        LLVMBasicBlockRef head = t->blocks.items[i];
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(head);
        if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
            !together_varies(t, LLVMGetCondition(branch)))
            continue;
        struct masking m = {t, b, head, branch, LLVMGetCondition(branch)};
        changed = flatten(&m) || mask_loop(&m);
    }
    LLVMDisposeBuilder(b);
    if (changed)
        ezb_invalidate(t->cx, t->fn);
    return changed;
}

void masks_make(struct together *t, const bool *varying)
{
    struct together now;
    do {
        now = (struct together){.cx = t->cx, .module = t->module, .arena = t->arena, .fn = t->fn};
    } while (together_spread(&now, varying) && change_one(&now));
}
