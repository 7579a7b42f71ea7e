/* Gives every loop a counter and, where it is known, a trip count; finds irreducible control flow.
 *
 * The counter is an i64 phi {0,+,1}, the first instruction of the header. The trip count is the
 * number of times the header runs, an i64 in the preheader, expanded from scalar evolution. Both
 * are ordinary values afterwards: plans may recompute or tape them like any other. */
#include "prepare/loops/loops.h"
#include "base/target.h"
#include "ir/code.h"
#include "rules/rules.h"
#include <string.h>

static void add_counter(LLVMContextRef c, LLVMBasicBlockRef header, LLVMBasicBlockRef pre,
                        LLVMBasicBlockRef latch)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(c);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(header));
    LLVMValueRef phi = LLVMBuildPhi(b, i64, "");
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(latch));
    LLVMValueRef values[2] = {LLVMConstInt(i64, 0, 0),
                              LLVMBuildNUWAdd(b, phi, LLVMConstInt(i64, 1, 0), "")};
    LLVMBasicBlockRef blocks[2] = {pre, latch};
    LLVMAddIncoming(phi, values, blocks, 2);
    LLVMDisposeBuilder(b);
}

/* The end of the outermost preheader in which the count can be computed: extents known early let
 * tapes be allocated early. */
static LLVMValueRef outermost_place(struct prepare *p, EzbLoop l, EzbScev count)
{
    LLVMValueRef at = LLVMGetBasicBlockTerminator(ezb_loop_preheader(l));
    for (EzbLoop parent = ezb_loop_parent(l); parent && ezb_scev_is_invariant(p->cx, count, parent);
         parent = ezb_loop_parent(parent)) {
        LLVMBasicBlockRef pre = ezb_loop_preheader(parent);
        if (!pre || !ezb_scev_can_expand_at(p->cx, count, LLVMGetBasicBlockTerminator(pre)))
            break;
        at = LLVMGetBasicBlockTerminator(pre);
    }
    return at;
}

static LLVMValueRef expand_trips(struct prepare *p, EzbLoop l)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(p->module));
    EzbScev count = ezb_scev_backedge_count(p->cx, l);
    if (!count || LLVMGetTypeKind(ezb_scev_type(count)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(ezb_scev_type(count)) > 64)
        return NULL;
    LLVMValueRef at = outermost_place(p, l, count);
    if (!ezb_scev_can_expand_at(p->cx, count, at))
        return NULL;
    LLVMValueRef v = ezb_scev_expand(p->cx, count, ezb_scev_type(count), at, "");
    if (!v)
        return NULL;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, at);
    if (LLVMTypeOf(v) != i64)
        v = LLVMBuildZExt(b, v, i64, "");
    v = LLVMBuildAdd(b, v, LLVMConstInt(i64, 1, 0), "");
    LLVMDisposeBuilder(b);
    return v;
}

static unsigned canonicalise(struct prepare *p, EzbLoop l)
{
    size_t n = ezb_loop_subloops(l, NULL, 0);
    EzbLoop *subs = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_loop_subloops(l, subs, n);
    unsigned changes = 1;
    for (size_t i = 0; i < n; i++)
        changes += canonicalise(p, subs[i]);
    LLVMBasicBlockRef header = ezb_loop_header(l), pre = ezb_loop_preheader(l),
                      latch = ezb_loop_latch(l);
    LLVMValueRef trips = expand_trips(p, l);
    if (trips)
        map_put(&p->trips, header, trips);
    add_counter(LLVMGetModuleContext(p->module), header, pre, latch);
    return changes;
}

unsigned prepare_loops(struct prepare *p, LLVMValueRef fn)
{
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    unsigned changes = 0;
    for (size_t i = 0; i < n; i++) {
        if (!ezb_loop_is_simplified(tops[i])) {
            diag(p->diags, DIAG_UNSUPPORTED, fn, "a loop entered or left by computed jumps");
            return changes;
        }
        changes += canonicalise(p, tops[i]);
    }
    return changes;
}

/* ---- values that only seem to be carried ---- */

static bool may_not_return(struct prepare *p, LLVMValueRef inst)
{
    return code_is_call(inst) && !LLVMIsAIntrinsicInst(inst) &&
           rule_classify(p->cx, inst).cls != CALL_RULE &&
           rule_classify(p->cx, inst).cls != CALL_NOP;
}

bool prepare_all_return(struct prepare *p, EzbLoop l)
{
    size_t n = ezb_loop_blocks(l, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(p->arena, LLVMBasicBlockRef, n);
    ezb_loop_blocks(l, blocks, n);
    for (size_t b = 0; b < n; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[b]); i; i = LLVMGetNextInstruction(i))
            if (may_not_return(p, i))
                return false;
    return true;
}

bool prepare_is_counted(struct prepare *p, EzbLoop l, LLVMValueRef at)
{
    LLVMBasicBlockRef exiting, latch = ezb_loop_latch(l);
    if (!latch || ezb_loop_exiting(l, NULL, 0) != 1)
        return false;
    ezb_loop_exiting(l, &exiting, 1);
    EzbScev count = ezb_scev_backedge_count(p->cx, l);
    return exiting == latch && count && LLVMGetIntTypeWidth(ezb_scev_type(count)) <= 64 &&
           ezb_scev_can_expand_at(p->cx, count, at);
}

/* The condition of the branch that ends `block` goes to `to` when it is *sense; false if it is no
 * such branch. */
static bool branch_to(LLVMBasicBlockRef block, LLVMBasicBlockRef to, LLVMValueRef *cond,
                      bool *sense)
{
    LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
    if (LLVMGetInstructionOpcode(term) != LLVMBr || !LLVMIsConditional(term) ||
        LLVMGetSuccessor(term, 0) == LLVMGetSuccessor(term, 1))
        return false;
    *cond = LLVMGetCondition(term);
    *sense = LLVMGetSuccessor(term, 0) == to;
    return *sense || LLVMGetSuccessor(term, 1) == to;
}

static bool is_invariant(EzbLoop l, LLVMValueRef v)
{
    return !LLVMIsAInstruction(v) || !ezb_loop_contains(l, LLVMGetInstructionParent(v));
}

/* Every use of the phi is on an edge that an invariant condition decides. */
static bool used_behind(EzbLoop l, LLVMValueRef phi, LLVMValueRef *cond, bool *sense)
{
    *cond = NULL, *sense = false;
    for (LLVMUseRef u = LLVMGetFirstUse(phi); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), c;
        bool s;
        if (!LLVMIsAPHINode(user) || user == phi)
            return false;
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, ezb_use_operand_no(u));
        if (!branch_to(from, LLVMGetInstructionParent(user), &c, &s) || !is_invariant(l, c) ||
            (*cond && (c != *cond || s != *sense)))
            return false;
        *cond = c, *sense = s;
    }
    return *cond != NULL;
}

/* The value that comes around is the phi itself, or is made only where the condition went the other
 * way. */
static bool renewed_elsewhere(EzbCtx *cx, LLVMValueRef phi, LLVMValueRef next, LLVMValueRef cond,
                              bool sense)
{
    if (!LLVMIsAPHINode(next))
        return false;
    for (unsigned k = 0, n = LLVMCountIncoming(next); k < n; k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(next, k), way = NULL;
        if (LLVMGetIncomingValue(next, k) == phi)
            continue;
        for (LLVMUseRef u = LLVMGetFirstUse(cond); u && !way; u = LLVMGetNextUse(u)) {
            LLVMValueRef term = LLVMGetUser(u);
            if (!LLVMIsAInstruction(term) || LLVMGetInstructionOpcode(term) != LLVMBr)
                continue;
            LLVMBasicBlockRef other = LLVMGetSuccessor(term, sense ? 1 : 0);
            if (LLVMGetSuccessor(term, 0) != LLVMGetSuccessor(term, 1) &&
                ezb_dom_block(cx, other, from) &&
                !LLVMGetNextUse(LLVMGetFirstUse(LLVMBasicBlockAsValue(other))))
                way = other;
        }
        if (!way)
            return false;
    }
    return true;
}

/* Redundancy elimination across a zero-trip guard leaves phis that carry a value from one iteration
 * to the next for the case that a guard, which is the same in every iteration, fails. They start
 * undefined, so in that case they stay undefined. */
static unsigned drop_carried(struct prepare *p, EzbLoop l)
{
    unsigned changes = 0;
    LLVMBasicBlockRef latch = ezb_loop_latch(l);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(ezb_loop_header(l)); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef cond = NULL;
        bool sense = false;
        if (LLVMCountIncoming(phi) != 2 || !latch)
            continue;
        unsigned k = LLVMGetIncomingBlock(phi, 0) == latch ? 0 : 1;
        if (!LLVMIsUndef(LLVMGetIncomingValue(phi, 1 - k)) || !used_behind(l, phi, &cond, &sense) ||
            !renewed_elsewhere(p->cx, phi, LLVMGetIncomingValue(phi, k), cond, sense))
            continue;
        LLVMReplaceAllUsesWith(phi, LLVMGetUndef(LLVMTypeOf(phi)));
        changes++;
    }
    size_t n = ezb_loop_subloops(l, NULL, 0);
    EzbLoop *subs = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_loop_subloops(l, subs, n);
    for (size_t i = 0; i < n; i++)
        changes += drop_carried(p, subs[i]);
    return changes;
}

unsigned prepare_carried(struct prepare *p, LLVMValueRef fn)
{
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    unsigned changes = 0;
    for (size_t i = 0; i < n; i++)
        changes += drop_carried(p, tops[i]);
    return changes;
}

/* ---- counters that follow others ---- */

/* What comes from in front of the loop, and around it. */
static bool is_header_phi(LLVMValueRef phi, LLVMBasicBlockRef header, LLVMBasicBlockRef latch,
                          LLVMValueRef *first, LLVMValueRef *next)
{
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != header ||
        LLVMCountIncoming(phi) != 2)
        return false;
    unsigned k = LLVMGetIncomingBlock(phi, 0) == latch ? 0 : 1;
    *next = LLVMGetIncomingValue(phi, k);
    *first = LLVMGetIncomingValue(phi, 1 - k);
    return LLVMGetIncomingBlock(phi, k) == latch;
}

/* Where `phi` has what `ahead` had in the iteration before, from first - step on: `ahead` becomes
 * phi + step, and phi a counter of its own. */
static bool follow(LLVMBasicBlockRef header, LLVMBasicBlockRef latch, LLVMValueRef phi)
{
    LLVMValueRef first, ahead, ahead_first, next;
    if (!is_header_phi(phi, header, latch, &first, &ahead) || ahead == phi ||
        !is_header_phi(ahead, header, latch, &ahead_first, &next) || !LLVMIsABinaryOperator(next) ||
        LLVMGetInstructionOpcode(next) != LLVMAdd || LLVMGetOperand(next, 0) != ahead ||
        !LLVMIsAConstantInt(LLVMGetOperand(next, 1)) || !LLVMIsAConstantInt(first) ||
        !LLVMIsAConstantInt(ahead_first))
        return false;
    LLVMValueRef step = LLVMGetOperand(next, 1);
    if (LLVMConstAdd(first, step) != ahead_first)
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(phi)));
    LLVMValueRef at = LLVMGetFirstInstruction(header);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(b, at);
    LLVMValueRef sum = LLVMBuildAdd(b, phi, step, "");
    ezb_set_debug_loc(sum, next);
    LLVMReplaceAllUsesWith(ahead, sum);
    LLVMInstructionEraseFromParent(ahead);
    LLVMDisposeBuilder(b);
    return true;
}

static unsigned follow_all(EzbLoop l, struct arena *a)
{
    unsigned changes = 0;
    LLVMBasicBlockRef header = ezb_loop_header(l), latch = ezb_loop_latch(l);
    LLVMValueRef phi = latch ? LLVMGetFirstInstruction(header) : NULL;
    while (phi && LLVMIsAPHINode(phi)) {
        bool done = follow(header, latch, phi);
        changes += done;
        phi = done ? LLVMGetFirstInstruction(header) : LLVMGetNextInstruction(phi);
    }
    size_t n = ezb_loop_subloops(l, NULL, 0);
    EzbLoop *subs = ARENA_ARRAY(a, EzbLoop, n);
    ezb_loop_subloops(l, subs, n);
    for (size_t i = 0; i < n; i++)
        changes += follow_all(subs[i], a);
    return changes;
}

/* `for (i = 0; i + 1 < n; i++)` has counters i and i + 1, and LLVM's passes make i the one of which
 * nothing says how it goes on. */
unsigned prepare_followed(struct prepare *p, LLVMValueRef fn)
{
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    unsigned changes = 0;
    for (size_t i = 0; i < n; i++)
        changes += follow_all(tops[i], p->arena);
    return changes;
}

/* An edge to a block that is on the depth-first stack but does not dominate its source makes the
 * graph irreducible. */
bool prepare_irreducible(struct prepare *p, LLVMValueRef fn)
{
    struct arena scratch;
    arena_init(&scratch);
    unsigned n = LLVMCountBasicBlocks(fn), depth = 0;
    struct {
        LLVMBasicBlockRef block;
        unsigned next;
    } *stack = arena_alloc(&scratch, sizeof *stack * (n + 1));
    struct map state; /* 1 = on the stack, 2 = left */
    map_init(&state, &scratch);
    stack[depth++].block = LLVMGetEntryBasicBlock(fn);
    map_put(&state, stack[0].block, (void *)1);
    bool irreducible = false;
    while (depth && !irreducible) {
        LLVMBasicBlockRef b = stack[depth - 1].block;
        LLVMValueRef term = LLVMGetBasicBlockTerminator(b);
        if (stack[depth - 1].next == LLVMGetNumSuccessors(term)) {
            map_put(&state, b, (void *)2);
            depth--;
            continue;
        }
        LLVMBasicBlockRef s = LLVMGetSuccessor(term, stack[depth - 1].next++);
        void *seen = map_get(&state, s);
        if (seen == (void *)1)
            irreducible = !ezb_dom_block(p->cx, s, b);
        if (seen)
            continue;
        map_put(&state, s, (void *)1);
        stack[depth].next = 0;
        stack[depth++].block = s;
    }
    arena_free(&scratch);
    return irreducible;
}

unsigned prepare_unreachable(struct prepare *p, LLVMValueRef fn)
{
    ezb_remove_unreachable_blocks(p->cx, fn);
    return 0;
}

enum { LOOP_HINTS_MAX = 32 };

/* The program says that the loop is to be unrolled. */
static bool wants_unrolling(LLVMValueRef hints)
{
    static const char *const names[] = {"llvm.loop.unroll.enable", "llvm.loop.unroll.full"};
    unsigned n = hints ? (unsigned)LLVMGetMDNodeNumOperands(hints) : 0;
    LLVMValueRef list[LOOP_HINTS_MAX], name;
    if (n < 2 || n > LOOP_HINTS_MAX)
        return false;
    LLVMGetMDNodeOperands(hints, list);
    for (unsigned k = 1; k < n; k++) { /* the first one is the node itself */
        unsigned length = 0;
        if (!list[k] || !LLVMIsAMDNode(list[k]) || !LLVMGetMDNodeNumOperands(list[k]))
            continue;
        LLVMGetMDNodeOperands(list[k], &name);
        const char *text = LLVMGetMDString(name, &length);
        for (unsigned i = 0; text && i < 2; i++)
            if (length == strlen(names[i]) && memcmp(text, names[i], length) == 0)
                return true;
    }
    return false;
}

/* On a device arrays of a thread are in memory unless loops over them are unrolled. */
unsigned prepare_forget_loop_hints(struct prepare *p, LLVMValueRef fn)
{
    static const char hints[] = "llvm.loop";
    unsigned kind =
        LLVMGetMDKindIDInContext(LLVMGetModuleContext(p->module), hints, sizeof hints - 1);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!target_is_device(p->module) || !wants_unrolling(LLVMGetMetadata(last, kind)))
            LLVMSetMetadata(last, kind, NULL);
    }
    return 0;
}
