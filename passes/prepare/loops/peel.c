/* Conditions that the first or the last iterations of a loop decide otherwise than the others:
 * where an array begins, ends, or begins again. As long as such a condition chooses what is
 * accessed, nobody knows which elements these are; so these iterations stand in front of the loop
 * or behind it, and in all places the conditions are constants. That is index-set splitting (M.
 * Griebl, P. Feautrier, C. Lengauer: Index Set Splitting, International Journal of Parallel
 * Programming 28(6), 2000) at a constant distance from an end. */
#include "base/limits.h"
#include "base/target.h"
#include "prepare/loops/loops.h"

/* Iterations at one end, and instructions in the loop. */
LIMIT(PEELED, 3);
LIMIT(PEELED_SIZE, 128);
LIMIT(PEELED_CONDITIONS, 16);
/* Shorter loops are unrolled completely. */
enum { LONG_LOOP = 64 };

/* predicate(distance, 0), where the distance is `at_end` in the first or last iteration, and grows
 * by `step` from one to the next. */
struct condition {
    LLVMValueRef inst;
    LLVMIntPredicate predicate;
    int64_t at_end, step;
    bool first;
};
struct peel {
    struct prepare *p;
    LLVMValueRef fn;
    EzbLoop loop;
    struct condition conditions[PEELED_CONDITIONS];
    unsigned count;
};

/* Whether the condition holds so many iterations from the end. */
static bool holds(const struct condition *c, unsigned iterations)
{
    int64_t way = (int64_t)iterations * c->step, distance = c->at_end + (c->first ? way : -way);
    switch (c->predicate) {
    case LLVMIntEQ: return distance == 0;
    case LLVMIntNE: return distance != 0;
    case LLVMIntSLT:
    case LLVMIntULT: return distance < 0;
    case LLVMIntSLE:
    case LLVMIntULE: return distance <= 0;
    case LLVMIntSGT:
    case LLVMIntUGT: return distance > 0;
    default: return distance >= 0;
    }
}

static bool is_unsigned(LLVMIntPredicate predicate)
{
    return predicate >= LLVMIntUGT && predicate <= LLVMIntULE;
}

/* a predicate b is b swapped(predicate) a. */
static LLVMIntPredicate swapped(LLVMIntPredicate predicate)
{
    static const LLVMIntPredicate pairs[][2] = {{LLVMIntUGT, LLVMIntULT},
                                                {LLVMIntUGE, LLVMIntULE},
                                                {LLVMIntSGT, LLVMIntSLT},
                                                {LLVMIntSGE, LLVMIntSLE}};
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (unsigned k = 0; k < 2; k++)
            if (pairs[i][k] == predicate)
                return pairs[i][1 - k];
    return predicate;
}

/* It chooses which way to go, or an address; not only whether the loop goes on. */
static bool chooses(const struct peel *s, LLVMValueRef cond)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(ezb_loop_latch(s->loop));
    for (LLVMUseRef u = LLVMGetFirstUse(cond); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(user));
        if ((LLVMIsABranchInst(user) && user != end) ||
            (LLVMIsASelectInst(user) &&
             (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind)))
            return true;
    }
    return false;
}

/* The distance is constant at an end of the loop, and has a sign there that it has not further
 * inside. */
static bool find_end(struct peel *s, EzbScev moves, EzbScev stays, struct condition *c)
{
    EzbScev at = c->first ? moves : ezb_scev_in_last(s->p->cx, s->loop, moves), start, step;
    EzbLoop of;
    if (c->first && ezb_scev_is_addrec(s->p->cx, moves, &of, &start, &step))
        at = start;
    EzbScev distance = at ? ezb_scev_minus_in(s->p->cx, at, stays, s->loop) : NULL;
    if (!distance || !ezb_scev_const(distance, &c->at_end))
        return false;
    int64_t way = PEELED * c->step;
    return c->first ? c->at_end <= 0 && c->at_end > -way : c->at_end >= 0 && c->at_end < way;
}

/* It does not wrap around as the predicate sees it; what may be equal must not in either way. */
static bool is_monotone(struct peel *s, EzbScev x, EzbScev start, LLVMIntPredicate predicate)
{
    bool with_sign = prepare_wraps_nowhere(s->p, s->fn, x),
         without = ezb_scev_has_nuw(x) ||
                   (with_sign && ezb_scev_nonnegative_in(s->p->cx, start, s->loop));
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
        return with_sign || without;
    return is_unsigned(predicate) ? without : with_sign;
}

/* The loop ends as soon as x is not below y, which nobody may know to be above the start. */
static bool is_bound(struct peel *s, EzbScev x, EzbScev y, struct condition *c)
{
    bool below = c->predicate == LLVMIntULT || c->predicate == LLVMIntUGE ||
                 c->predicate == LLVMIntSLT || c->predicate == LLVMIntSGE;
    if (!below || !ezb_scev_ends_at(s->p->cx, s->loop, x, y, !is_unsigned(c->predicate)))
        return false;
    c->at_end = 0, c->first = false;
    return true;
}

/* One side moves up by constant steps and without wrapping around; the other one does not move.
 * Where they are equal at the end, bits say which is greater before. A difference of bits is one of
 * numbers where the first is not negative, and the second is not either, or the difference is not.
 */
static bool find_distance(struct peel *s, LLVMValueRef moves, LLVMValueRef stays,
                          struct condition *c)
{
    EzbLoop of;
    EzbScev x = ezb_scev_of(s->p->cx, s->fn, moves), y = ezb_scev_of(s->p->cx, s->fn, stays), start,
            step;
    if (!x || !y || !ezb_scev_is_addrec(s->p->cx, x, &of, &start, &step) || of != s->loop ||
        !ezb_scev_is_invariant(s->p->cx, y, s->loop) || !ezb_scev_const(step, &c->step) ||
        c->step <= 0 || c->step > INT32_MAX || !is_monotone(s, x, start, c->predicate))
        return false;
    if (is_bound(s, x, y, c))
        return true;
    bool positive = ezb_scev_nonnegative_in(s->p->cx, start, s->loop),
         both = positive && ezb_scev_nonnegative_in(s->p->cx, y, s->loop);
    c->first = false;
    if (find_end(s, x, y, c) && (!c->at_end || both || (positive && !is_unsigned(c->predicate))))
        return true;
    c->first = true;
    return find_end(s, x, y, c) && (!c->at_end || both);
}

static void add_condition(struct peel *s, LLVMValueRef inst)
{
    struct condition c = {.inst = inst};
    if (!LLVMIsAICmpInst(inst) || s->count == PEELED_CONDITIONS ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, 0))) != LLVMIntegerTypeKind ||
        !chooses(s, inst))
        return;
    for (unsigned k = 0; k < 2; k++) {
        LLVMIntPredicate predicate = LLVMGetICmpPredicate(inst);
        c.predicate = k ? swapped(predicate) : predicate;
        LLVMValueRef a = LLVMGetOperand(inst, k), b = LLVMGetOperand(inst, 1 - k);
        if (find_distance(s, a, b, &c)) {
            s->conditions[s->count++] = c;
            return;
        }
    }
}

bool prepare_is_small(struct prepare *p, EzbLoop loop)
{
    unsigned size = 0;
    size_t n = ezb_loop_blocks(loop, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(p->arena, LLVMBasicBlockRef, n);
    ezb_loop_blocks(loop, blocks, n);
    for (size_t b = 0; b < n; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[b]); i; i = LLVMGetNextInstruction(i))
            if (++size > PEELED_SIZE || prepare_is_unique(i) || LLVMIsAInvokeInst(i))
                return false;
    return true;
}

static bool find_conditions(struct peel *s)
{
    size_t n = ezb_loop_blocks(s->loop, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(s->p->arena, LLVMBasicBlockRef, n);
    ezb_loop_blocks(s->loop, blocks, n);
    for (size_t b = 0; b < n; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[b]); i; i = LLVMGetNextInstruction(i))
            add_condition(s, i);
    return s->count;
}

static bool is_long(struct peel *s)
{
    int known;
    uint64_t most = ezb_scev_const_max_backedge(s->p->cx, s->loop, &known);
    return !known || most >= LONG_LOOP;
}

static bool is_fit(struct peel *s)
{
    LLVMBasicBlockRef preheader = ezb_loop_preheader(s->loop);
    return preheader && ezb_loop_is_simplified(s->loop) && !ezb_loop_subloops(s->loop, NULL, 0) &&
           prepare_is_small(s->p, s->loop) &&
           prepare_is_counted(s->p, s->loop, LLVMGetBasicBlockTerminator(preheader)) && is_long(s);
}

/* How many iterations, from an end, have a condition that is not what it is further inside. */
static unsigned how_many(const struct peel *s, bool first)
{
    unsigned most = 0;
    for (unsigned i = 0; i < s->count; i++)
        for (unsigned k = most; k < PEELED && s->conditions[i].first == first; k++)
            if (holds(&s->conditions[i], k) != holds(&s->conditions[i], PEELED))
                most = k + 1;
    return most;
}

static void set(LLVMValueRef cond, bool value)
{
    LLVMReplaceAllUsesWith(cond, LLVMConstInt(LLVMTypeOf(cond), value, 0));
}

/* Values of the loop, what they are in an iteration outside, and, if known, as seen in front. */
struct copied {
    LLVMValueRef values[2 * PEELED_CONDITIONS], copies[2 * PEELED_CONDITIONS],
        known[2 * PEELED_CONDITIONS];
    unsigned count;
};

/* What counters are in the last iteration, in front of the loop: else nobody knows which elements
 * it accesses. */
static void find_counters(struct peel *s, LLVMValueRef at, struct copied *c)
{
    LLVMBasicBlockRef header = ezb_loop_header(s->loop);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(header);
         LLVMIsAPHINode(phi) && c->count < s->count + PEELED_CONDITIONS;
         phi = LLVMGetNextInstruction(phi)) {
        EzbScev x = ezb_scev_of(s->p->cx, s->fn, phi), start, step;
        EzbLoop of;
        if (!x || !ezb_scev_is_addrec(s->p->cx, x, &of, &start, &step) || of != s->loop)
            continue;
        EzbScev last = ezb_scev_in_last(s->p->cx, s->loop, x);
        LLVMValueRef known = last ? ezb_scev_expand(s->p->cx, last, LLVMTypeOf(phi), at, "") : NULL;
        if (known)
            c->values[c->count] = phi, c->known[c->count++] = known;
    }
}

static void peel_last(struct peel *s, struct copied *c)
{
    EzbScev count = ezb_scev_backedge_count(s->p->cx, s->loop);
    LLVMValueRef at = LLVMGetBasicBlockTerminator(ezb_loop_preheader(s->loop)),
                 backedges = ezb_scev_expand(s->p->cx, count, ezb_scev_type(count), at, "");
    find_counters(s, at, c);
    ezb_peel_last(s->p->cx, s->loop, backedges, c->values, c->copies, c->count);
    for (unsigned i = s->count; i < c->count; i++)
        LLVMReplaceAllUsesWith(c->copies[i], c->known[i]);
}

/* The iteration at the end, which is so many iterations from that of the loop as it was. */
static bool peel_end(struct peel *s, bool first, unsigned iterations)
{
    LLVMBasicBlockRef header = ezb_loop_header(s->loop);
    struct copied c = {.count = s->count};
    for (unsigned i = 0; i < s->count; i++)
        c.values[i] = s->conditions[i].inst;
    if (!first)
        peel_last(s, &c);
    else if (!ezb_peel_first(s->p->cx, s->loop, c.values, c.copies, c.count))
        return false;
    for (unsigned i = 0; i < s->count; i++)
        if (s->conditions[i].first == first)
            set(c.copies[i], holds(&s->conditions[i], iterations));
    s->loop = ezb_loop_for(s->p->cx, header);
    return true;
}

static unsigned peel_ends(struct peel *s, bool first)
{
    unsigned count = how_many(s, first);
    for (unsigned k = 0; k < count; k++)
        if (!peel_end(s, first, k))
            return k;
    for (unsigned i = 0; i < s->count; i++)
        if (s->conditions[i].first == first)
            set(s->conditions[i].inst, holds(&s->conditions[i], PEELED));
    return count;
}

static unsigned peel_loop(struct prepare *p, LLVMValueRef fn, LLVMBasicBlockRef header)
{
    struct peel s = {.p = p, .fn = fn, .loop = ezb_loop_for(p->cx, header)};
    if (!is_fit(&s) || !find_conditions(&s))
        return 0;
    unsigned changes = peel_ends(&s, false) + peel_ends(&s, true);
    ezb_invalidate(p->cx, fn);
    return changes;
}

unsigned prepare_peel(struct prepare *p, LLVMValueRef fn)
{
    VEC(LLVMBasicBlockRef) headers = {0};
    unsigned changes = 0;
    if (target_is_device(p->module))
        return 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        EzbLoop l = ezb_loop_for(p->cx, b);
        if (l && ezb_loop_header(l) == b)
            VEC_PUSH(p->arena, &headers, b);
    }
    for (unsigned i = 0; i < headers.count; i++)
        changes += peel_loop(p, fn, headers.items[i]);
    return changes;
}
