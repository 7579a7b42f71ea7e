/* Verifiers of the form of control flow. */
#include "prepare/loops/loops.h"
#include "prepare/verify/verify.h"

static LLVMValueRef end_of(LLVMBasicBlockRef b)
{
    return LLVMGetBasicBlockTerminator(b);
}

typedef VEC(LLVMBasicBlockRef) block_list;

static void reach(struct prepare *p, struct map *seen, block_list *work, LLVMBasicBlockRef b)
{
    if (map_get(seen, b))
        return;
    map_put(seen, b, b);
    VEC_PUSH(p->arena, work, b);
}

/* All blocks to which control flow leads from `from`, which is one of them. */
static void find_reachable(struct prepare *p, LLVMBasicBlockRef from, struct map *seen)
{
    block_list work = {0};
    map_init(seen, p->arena);
    reach(p, seen, &work, from);
    while (work.count) {
        LLVMValueRef end = end_of(work.items[--work.count]);
        for (unsigned k = 0, n = LLVMGetNumSuccessors(end); k < n; k++)
            reach(p, seen, &work, LLVMGetSuccessor(end, k));
    }
}

LLVMValueRef verify_reachable(struct prepare *p, LLVMValueRef fn)
{
    struct map seen;
    find_reachable(p, LLVMGetEntryBasicBlock(fn), &seen);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        if (!map_get(&seen, b))
            return LLVMGetFirstInstruction(b);
    return NULL;
}

/* A return is among what a landing pad leads to. */
static bool leads_to_return(struct prepare *p, LLVMValueRef inst)
{
    struct map seen;
    if (!LLVMIsALandingPadInst(inst))
        return false;
    find_reachable(p, LLVMGetInstructionParent(inst), &seen);
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        if (map_get(&seen, b) && LLVMIsAReturnInst(end_of(b)))
            return true;
    return false;
}

LLVMValueRef verify_caught(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, leads_to_return);
}

static bool unwinds(struct prepare *p, LLVMValueRef inst)
{
    (void)p;
    return LLVMIsAInvokeInst(inst) || LLVMIsALandingPadInst(inst) || LLVMIsAResumeInst(inst);
}

LLVMValueRef verify_no_unwinding(struct prepare *p, LLVMValueRef fn)
{
    return verify_each(p, fn, unwinds);
}

LLVMValueRef verify_reducible(struct prepare *p, LLVMValueRef fn)
{
    return prepare_irreducible(p, fn) ? fn : NULL;
}

LLVMValueRef verify_one_return(struct prepare *p, LLVMValueRef fn)
{
    (void)p;
    LLVMValueRef first = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        if (LLVMIsAReturnInst(end_of(b)) && first)
            return end_of(b);
        if (LLVMIsAReturnInst(end_of(b)))
            first = end_of(b);
    }
    return NULL;
}

static bool is_not_simple(struct prepare *p, EzbLoop loop)
{
    return !ezb_loop_is_simplified(loop) || !ezb_loop_is_lcssa(p->cx, loop);
}

LLVMValueRef verify_simple_loops(struct prepare *p, LLVMValueRef fn)
{
    return verify_each_loop(p, fn, is_not_simple);
}

/* v is phi + 1. */
static bool is_next(LLVMValueRef v, LLVMValueRef phi)
{
    LLVMValueRef one = LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMAdd &&
                               LLVMGetOperand(v, 0) == phi
                           ? LLVMIsAConstantInt(LLVMGetOperand(v, 1))
                           : NULL;
    return one && LLVMConstIntGetZExtValue(one) == 1;
}

static bool is_counter(EzbLoop loop, LLVMValueRef phi)
{
    LLVMBasicBlockRef latch = ezb_loop_latch(loop);
    if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2 ||
        LLVMTypeOf(phi) != LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(phi))))
        return false;
    unsigned around = LLVMGetIncomingBlock(phi, 0) == latch ? 0 : 1;
    return LLVMIsNull(LLVMGetIncomingValue(phi, 1 - around)) &&
           is_next(LLVMGetIncomingValue(phi, around), phi);
}

static bool has_no_counter(struct prepare *p, EzbLoop loop)
{
    LLVMBasicBlockRef header = ezb_loop_header(loop), before = ezb_loop_preheader(loop);
    LLVMValueRef trips = map_get(&p->trips, header);
    return !is_counter(loop, LLVMGetFirstInstruction(header)) ||
           (trips && !ezb_dom_value(p->cx, trips, end_of(before)));
}

LLVMValueRef verify_counters(struct prepare *p, LLVMValueRef fn)
{
    return verify_each_loop(p, fn, has_no_counter);
}
