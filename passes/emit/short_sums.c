/* See short_sums.h. In which order an adjoint is added up over iterations is free (gen_accumulate),
 * so that LLVM makes a vector of sums. For a few iterations, though, it costs more to set the
 * vector up, add its elements together and run the rest one by one than to add in order. LLVM does
 * not ask how many there are beyond one round of the vector loop. So an innermost loop of one block
 * with such a sum, whose trip count only the run knows, is copied: the copy, in which sums are in
 * order, runs where the trip count is below SHORT.
 *
 * Sums that the arithmetic of the program leaves free (-ffast-math) are the program's matter. */
#include "emit/short_sums.h"
#include "base/map.h"
#include "base/vec.h"

/* Where the two versions of a sum of products take equally long on x86-64, measured. */
enum { SHORT = 16, LARGEST_BODY = 128 };

struct candidate {
    LLVMBasicBlockRef preheader, body, exit;
    LLVMValueRef is_short;
};
typedef VEC(struct candidate) candidates;

/* An addition of adjoints whose order is free. */
static bool is_free_sum(LLVMValueRef inst)
{
    if (LLVMGetInstructionOpcode(inst) != LLVMFAdd)
        return false;
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(inst);
    return (flags & LLVMFastMathAllowReassoc) && !(flags & LLVMFastMathApproxFunc);
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef b)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == b)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

/* A phi of the loop that its latch adds to. */
static bool has_sum(LLVMBasicBlockRef body)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(body); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef next = incoming_from(i, body);
        if (LLVMIsAInstruction(next) && is_free_sum(next) &&
            (LLVMGetOperand(next, 0) == i || LLVMGetOperand(next, 1) == i))
            return true;
    }
    return false;
}

static bool is_small(LLVMBasicBlockRef body)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(body); i && n <= LARGEST_BODY;
         i = LLVMGetNextInstruction(i))
        n++;
    return n <= LARGEST_BODY;
}

/* i1 in front of the loop: it runs few times; NULL if only constants say how often. */
static LLVMValueRef few_iterations(EzbCtx *cx, EzbLoop l)
{
    EzbScev taken = ezb_scev_backedge_count(cx, l);
    LLVMValueRef at = LLVMGetBasicBlockTerminator(ezb_loop_preheader(l));
    int64_t constant;
    if (!taken || ezb_scev_const(taken, &constant) || !ezb_scev_can_expand_at(cx, taken, at))
        return NULL;
    LLVMTypeRef t = ezb_scev_type(taken);
    LLVMValueRef times = ezb_scev_expand(cx, taken, t, at, "");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(t));
    LLVMPositionBuilderBefore(b, at);
    LLVMValueRef is_short =
        LLVMBuildICmp(b, LLVMIntULT, times, LLVMConstInt(t, SHORT - 1, 0), "enz.short");
    LLVMDisposeBuilder(b);
    return is_short;
}

static void consider(EzbCtx *cx, struct arena *arena, EzbLoop l, candidates *found)
{
    LLVMBasicBlockRef exit, body = ezb_loop_header(l);
    if (ezb_loop_blocks(l, NULL, 0) != 1 || ezb_loop_exits(l, &exit, 1) != 1 ||
        !ezb_loop_is_simplified(l) || !ezb_loop_is_lcssa(cx, l) || !has_sum(body) ||
        !is_small(body))
        return;
    struct candidate c = {ezb_loop_preheader(l), body, exit, few_iterations(cx, l)};
    if (c.is_short)
        VEC_PUSH(arena, found, c);
}

static void consider_all(EzbCtx *cx, struct arena *arena, EzbLoop *loops, size_t n,
                         candidates *found)
{
    for (size_t k = 0; k < n; k++) {
        size_t inner = ezb_loop_subloops(loops[k], NULL, 0);
        EzbLoop *subloops = ARENA_ARRAY(arena, EzbLoop, inner);
        ezb_loop_subloops(loops[k], subloops, inner);
        if (inner)
            consider_all(cx, arena, subloops, inner, found);
        else
            consider(cx, arena, loops[k], found);
    }
}

/* ---- the copy ---- */

static LLVMValueRef copied(const struct map *copies, LLVMValueRef v)
{
    LLVMValueRef copy = map_get(copies, v);
    return copy ? copy : v;
}

/* The same in order: flags can be added to an instruction, not taken away. */
static LLVMValueRef sum_in_order(LLVMBuilderRef b, LLVMValueRef sum)
{
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(sum);
    LLVMValueRef copy = LLVMBuildFAdd(b, LLVMGetOperand(sum, 0), LLVMGetOperand(sum, 1), "");
    LLVMSetFastMathFlags(copy, flags & ~(LLVMFastMathFlags)LLVMFastMathAllowReassoc);
    LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(sum));
    return copy;
}

static LLVMValueRef copy_instruction(LLVMBuilderRef b, LLVMValueRef i)
{
    if (LLVMIsAPHINode(i))
        return LLVMBuildPhi(b, LLVMTypeOf(i), "");
    if (is_free_sum(i))
        return sum_in_order(b, i);
    LLVMValueRef copy = LLVMInstructionClone(i);
    LLVMInsertIntoBuilder(b, copy);
    return copy;
}

static void copy_instructions(struct candidate *c, LLVMBasicBlockRef copy, struct map *copies)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(c->is_short)));
    LLVMPositionBuilderAtEnd(b, copy);
    for (LLVMValueRef i = LLVMGetFirstInstruction(c->body); i; i = LLVMGetNextInstruction(i))
        map_put(copies, i, copy_instruction(b, i));
    LLVMDisposeBuilder(b);
}

static void connect_phi(struct candidate *c, LLVMValueRef phi, LLVMBasicBlockRef copy,
                        const struct map *copies)
{
    LLVMValueRef values[] = {incoming_from(phi, c->preheader),
                             copied(copies, incoming_from(phi, c->body))};
    LLVMBasicBlockRef blocks[] = {c->preheader, copy};
    LLVMAddIncoming(map_get(copies, phi), values, blocks, 2);
}

static void connect(struct candidate *c, LLVMBasicBlockRef copy, const struct map *copies)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(c->body); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef clone = map_get(copies, i);
        if (LLVMIsAPHINode(i)) {
            connect_phi(c, i, copy, copies);
            continue;
        }
        for (int k = 0; k < LLVMGetNumOperands(clone); k++)
            if (!LLVMValueIsBasicBlock(LLVMGetOperand(clone, (unsigned)k)))
                LLVMSetOperand(clone, (unsigned)k, copied(copies, LLVMGetOperand(i, (unsigned)k)));
    }
    LLVMValueRef back = LLVMGetBasicBlockTerminator(copy);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(back); s++)
        if (LLVMGetSuccessor(back, s) == c->body)
            LLVMSetSuccessor(back, s, copy);
}

static void version(struct candidate *c, struct arena *arena)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(c->is_short));
    LLVMBasicBlockRef copy = LLVMInsertBasicBlockInContext(context, c->body, "enz.short");
    struct map copies;
    map_init(&copies, arena);
    copy_instructions(c, copy, &copies);
    connect(c, copy, &copies);
    for (LLVMValueRef i = LLVMGetFirstInstruction(c->exit); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef value = copied(&copies, incoming_from(i, c->body));
        LLVMAddIncoming(i, &value, &copy, 1);
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    LLVMValueRef enter = LLVMGetBasicBlockTerminator(c->preheader);
    LLVMPositionBuilderBefore(b, enter);
    LLVMBuildCondBr(b, c->is_short, copy, c->body);
    LLVMInstructionEraseFromParent(enter);
    LLVMDisposeBuilder(b);
}

void short_sums_version(EzbCtx *cx, struct arena *arena, LLVMValueRef fn)
{
    size_t n = ezb_top_loops(cx, fn, NULL, 0);
    if (!n || ezb_run_function_passes(cx, fn, "loop-simplify,lcssa", NULL))
        return;
    n = ezb_top_loops(cx, fn, NULL, 0);
    EzbLoop *loops = ARENA_ARRAY(arena, EzbLoop, n);
    ezb_top_loops(cx, fn, loops, n);
    candidates found = {0};
    consider_all(cx, arena, loops, n, &found);
    for (unsigned k = 0; k < found.count; k++)
        version(&found.items[k], arena);
    if (found.count)
        ezb_invalidate(cx, fn);
}
