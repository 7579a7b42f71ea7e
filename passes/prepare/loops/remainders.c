/* Indices that begin again where an array ends: (i + 1) % n, (i - 1 + n) % n.
 *
 * Of a remainder nobody knows which elements it leads to. In a loop that passes no more than one
 * multiple of the length it is one of two numbers that move with the counter, such as x and x - n,
 * and which one it is changes near an end of the loop, where the iterations that differ are peeled
 * (peel.c). */
#include "base/limits.h"
#include "prepare/loops/loops.h"

LIMIT(WHOLE_MAX, 4);

bool prepare_wraps_nowhere(struct prepare *p, LLVMValueRef fn, EzbScev x)
{
    return ezb_scev_has_nsw(x) ||
           ezb_scev_fits_signed(p->cx, fn, x, LLVMGetIntTypeWidth(ezb_scev_type(x)) - 2);
}

/* x % n in a loop that counts x up; n is positive and does not move. */
struct remainder {
    struct prepare *p;
    LLVMValueRef fn;
    EzbLoop loop;
    EzbScev start, last, n;
    unsigned whole; /* how often n is in all of them */
};

static bool is_positive(const struct remainder *r, EzbScev s)
{
    return ezb_scev_nonnegative_in(r->p->cx, ezb_scev_add_const(r->p->cx, r->fn, s, -1), r->loop);
}

static EzbScev less_n(const struct remainder *r, EzbScev s)
{
    return ezb_scev_minus_in(r->p->cx, s, r->n, r->loop);
}

static bool find(struct remainder *r, LLVMValueRef inst)
{
    EzbScev x = ezb_scev_of(r->p->cx, r->fn, LLVMGetOperand(inst, 0)), step;
    int64_t by;
    r->n = ezb_scev_of(r->p->cx, r->fn, LLVMGetOperand(inst, 1));
    if (!x || !r->n || !ezb_scev_is_addrec(r->p->cx, x, &r->loop, &r->start, &step) ||
        !ezb_scev_is_invariant(r->p->cx, r->n, r->loop) || !ezb_scev_const(step, &by) || by <= 0 ||
        !prepare_wraps_nowhere(r->p, r->fn, x) || !is_positive(r, r->n) ||
        !ezb_scev_nonnegative_in(r->p->cx, r->start, r->loop))
        return false;
    r->last = ezb_scev_in_last(r->p->cx, r->loop, x);
    for (; r->last && r->whole < WHOLE_MAX; r->whole++) {
        EzbScev start = less_n(r, r->start);
        if (!start || !ezb_scev_nonnegative_in(r->p->cx, start, r->loop))
            break;
        r->start = start, r->last = less_n(r, r->last);
    }
    return r->last;
}

/* What is left of the last one, in front of n or twice n. */
static bool is_below(const struct remainder *r, bool twice)
{
    EzbScev over = twice ? less_n(r, r->last) : r->last,
            left = over ? ezb_scev_minus_in(r->p->cx, r->n, over, r->loop) : NULL;
    return left && is_positive(r, left);
}

static LLVMValueRef choose(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    EzbLoop around = ezb_loop_for(p->cx, block);
    struct remainder r = {.p = p, .fn = LLVMGetBasicBlockParent(block)};
    if ((op != LLVMSRem && op != LLVMURem) || !around || !prepare_is_small(p, around) ||
        LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind || !find(&r, inst))
        return NULL;
    bool once = is_below(&r, false);
    if (!once && !is_below(&r, true))
        return NULL;
    LLVMPositionBuilderBefore(b, inst);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef x = LLVMGetOperand(inst, 0), n = LLVMGetOperand(inst, 1);
    for (unsigned i = 0; i < r.whole; i++)
        x = LLVMBuildNSWSub(b, x, n, "");
    if (once)
        return x;
    LLVMValueRef below = LLVMBuildICmp(b, LLVMIntSLT, x, n, "");
    return LLVMBuildSelect(b, below, x, LLVMBuildNSWSub(b, x, n, ""), "");
}

unsigned prepare_remainders(struct prepare *p, LLVMValueRef fn)
{
    return prepare_replace(p, fn, choose);
}
