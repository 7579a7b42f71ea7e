/* Loops that a team of threads shares, with loops inside that access neighbouring rows, as a
 * stencil does.
 *
 * Only near the ends of what a thread gets of the outer loop another thread may access the same
 * rows. So that additions to adjoints can be plain elsewhere, the inner loops get two versions: one
 * for iterations that are some distance from both ends, which a comparison of the outer counter
 * with the bounds of the share decides. That nobody else adds there is for the plan to prove
 * (facts/sharing.h); nothing rests on what is chosen here. */
#include "base/limits.h"
#include "base/team.h"
#include "prepare/loops/loops.h"
#include <string.h>

LIMIT(ROWS_MAX, 9);        /* that an iteration accesses, told apart */
LIMIT(ENDS_LOOPS_MAX, 16); /* inner loops with versions, in a function */

struct shared_loop {
    struct prepare *p;
    LLVMValueRef fn, counter, first, last; /* what the thread gets of the counter's values */
    EzbLoop loop;
};

/* ---- the shared loop ---- */

static bool is_call_of(LLVMValueRef v, const char *prefix)
{
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           !strncmp(LLVMGetValueName(callee), prefix, strlen(prefix));
}

/* The call of the same share; NULL if there is none. */
static LLVMValueRef last_of(LLVMValueRef fn, LLVMValueRef first)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            bool same = is_call_of(i, "enz_rt_share_last_") && LLVMTypeOf(i) == LLVMTypeOf(first);
            for (unsigned k = 0; k < 3 && same; k++)
                same = LLVMGetOperand(i, k) == LLVMGetOperand(first, k);
            if (same)
                return i;
        }
    return NULL;
}

static bool find_counter(struct shared_loop *s)
{
    LLVMBasicBlockRef front = ezb_loop_preheader(s->loop);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(ezb_loop_header(s->loop));
         front && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind || LLVMCountIncoming(phi) != 2)
            continue;
        unsigned k = LLVMGetIncomingBlock(phi, 0) == front ? 0 : 1;
        LLVMValueRef start = LLVMGetIncomingValue(phi, k);
        if (LLVMIsAZExtInst(start) || LLVMIsASExtInst(start))
            start = LLVMGetOperand(start, 0);
        if (!is_call_of(start, "enz_rt_share_first_"))
            continue;
        s->counter = phi, s->first = start, s->last = last_of(s->fn, start);
        return s->last && ezb_dom_block(s->p->cx, LLVMGetInstructionParent(s->last), front);
    }
    return false;
}

/* ---- rows ---- */

static bool is_number(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMDoubleTypeKind || LLVMGetTypeKind(t) == LLVMFloatTypeKind;
}

/* Loads of numbers whose distance does not change, but for a few elements, are of one row. */
static bool is_in_row(struct shared_loop *s, LLVMValueRef a, LLVMValueRef b)
{
    enum { ROW_BYTES = 256 };
    int64_t bytes;
    EzbScev x = ezb_scev_of(s->p->cx, s->fn, LLVMGetOperand(a, 0)),
            y = ezb_scev_of(s->p->cx, s->fn, LLVMGetOperand(b, 0)),
            d = x && y ? ezb_scev_minus(s->p->cx, s->fn, x, y) : NULL;
    return d && ezb_scev_const(d, &bytes) && bytes > -ROW_BYTES && bytes < ROW_BYTES;
}

/* How many rows of one object the loop reads at most. */
static unsigned count_rows(struct shared_loop *s, EzbLoop loop)
{
    LLVMValueRef rows[ROWS_MAX];
    unsigned count = 0, most = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && ezb_loop_contains(loop, b);
             i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsALoadInst(i) || !is_number(LLVMTypeOf(i)))
                continue;
            bool known = false;
            for (unsigned k = 0; k < count && !known; k++)
                known = is_in_row(s, rows[k], i);
            if (!known && count == ROWS_MAX)
                return 0;
            if (!known)
                rows[count++] = i;
        }
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef base = ezb_pointer_base(s->p->cx, s->fn, LLVMGetOperand(rows[i], 0));
        unsigned same = 0;
        for (unsigned k = 0; k < count && base; k++)
            same += ezb_pointer_base(s->p->cx, s->fn, LLVMGetOperand(rows[k], 0)) == base;
        most = same > most ? same : most;
    }
    return most;
}

/* ---- versions ---- */

static LLVMValueRef as_counter(struct shared_loop *s, LLVMBuilderRef b, LLVMValueRef bound)
{
    LLVMTypeRef type = LLVMTypeOf(s->counter);
    return LLVMTypeOf(bound) == type ? bound : LLVMBuildSExt(b, bound, type, "");
}

/* The counter is `ends` iterations or more from both ends. Bounds and counter are not below -1, so
 * that differences do not wrap around. */
static LLVMValueRef is_inside(struct shared_loop *s, LLVMValueRef at, unsigned ends)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->p->module));
    LLVMPositionBuilderBefore(b, at);
    LLVMValueRef distance = LLVMConstInt(LLVMTypeOf(s->counter), ends, 0);
    LLVMValueRef before = LLVMBuildNSWSub(b, s->counter, as_counter(s, b, s->first), ""),
                 behind = LLVMBuildNSWSub(b, as_counter(s, b, s->last), s->counter, ""),
                 inside = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntSGE, before, distance, ""),
                                       LLVMBuildICmp(b, LLVMIntSGE, behind, distance, ""), "");
    LLVMDisposeBuilder(b);
    return inside;
}

/* Nothing in the loop must stand in one place only. */
static bool may_copy(LLVMValueRef fn, EzbLoop loop)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && ezb_loop_contains(loop, b);
             i = LLVMGetNextInstruction(i))
            if ((LLVMIsACallInst(i) && !LLVMGetIntrinsicID(LLVMGetCalledValue(i))) ||
                LLVMIsAInvokeInst(i))
                return false;
    return true;
}

static unsigned make_versions(struct prepare *p, LLVMValueRef fn, LLVMBasicBlockRef outer,
                              LLVMBasicBlockRef inner)
{
    struct shared_loop s = {.p = p, .fn = fn, .loop = ezb_loop_for(p->cx, outer)};
    EzbLoop loop = ezb_loop_for(p->cx, inner);
    LLVMBasicBlockRef front = ezb_loop_preheader(loop);
    if (!front || !ezb_loop_is_simplified(loop) || !find_counter(&s) || !may_copy(fn, loop))
        return 0;
    unsigned rows = count_rows(&s, loop);
    if (rows < 2)
        return 0;
    LLVMValueRef at = LLVMGetBasicBlockTerminator(front);
    ezb_version_from(p->cx, at, loop, is_inside(&s, at, rows < 4 ? 2 : rows - 1));
    return 1;
}

unsigned prepare_team_ends(struct prepare *p, LLVMValueRef fn)
{
    LLVMBasicBlockRef outer[ENDS_LOOPS_MAX], inner[ENDS_LOOPS_MAX];
    unsigned count = 0, changes = 0;
    if (!team_is_marked(fn) || team_is_started(fn))
        return 0;
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    for (size_t i = 0; i < n; i++) {
        size_t m = ezb_loop_subloops(tops[i], NULL, 0);
        EzbLoop *subs = ARENA_ARRAY(p->arena, EzbLoop, m);
        ezb_loop_subloops(tops[i], subs, m);
        for (size_t k = 0; k < m && count < ENDS_LOOPS_MAX; k++) {
            outer[count] = ezb_loop_header(tops[i]);
            inner[count++] = ezb_loop_header(subs[k]);
        }
    }
    for (unsigned i = 0; i < count; i++)
        changes += make_versions(p, fn, outer[i], inner[i]);
    return changes;
}
