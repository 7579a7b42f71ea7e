/* Loops whose effects are stores in virtual arrays only run the iterations that have some.
 *
 * Iterations are counted, t = 0, 1, ... Where an iteration has effects only if one of some
 * conditions holds (conditions.c), x / divisor == key with x = start + step * t, it is known which
 * t these are: an interval for each condition, which is empty for most. A loop goes from one t to
 * the next that is in an interval:
 *
 *     for (t = next(0); t <= last; t = next(t + 1))
 *
 * Conditions of loops inside have x in a range, and intervals that are longer. What is run is more
 * than need be, never less; the conditions are still tested. Numbers that an iteration takes from
 * the one before are computed again. Where numbers are so large that intervals might wrap around,
 * all iterations run. */
#include "virtual/narrow.h"
#include "base/target.h"

struct narrow {
    struct conditions c;
    LLVMBuilderRef b;
    LLVMTypeRef i64;
    LLVMBasicBlockRef header, latch, exit, counter, before; /* before: what t - 1 computes */
    LLVMValueRef at;                                        /* end of the preheader */
    LLVMValueRef last, t;
    LLVMValueRef *low, *high; /* of the intervals */
    virtual_values counted, carried;
    struct map copies;
};

static LLVMValueRef number(struct narrow *n, int64_t k)
{
    return LLVMConstInt(n->i64, (uint64_t)k, 1);
}

static LLVMValueRef pick(struct narrow *n, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(n->b, LLVMBuildICmp(n->b, p, a, b, ""), a, b, "");
}
static LLVMValueRef least(struct narrow *n, LLVMValueRef a, LLVMValueRef b)
{
    return pick(n, LLVMIntSLT, a, b);
}
static LLVMValueRef most(struct narrow *n, LLVMValueRef a, LLVMValueRef b)
{
    return pick(n, LLVMIntSGT, a, b);
}

/* ---- the range of x, as start + step * t ---- */

struct range {
    EzbScev start, step;
    struct {
        EzbScev step, last;
    } inner[8]; /* of loops inside */
    unsigned inners;
};

static bool can_expand(struct narrow *n, EzbScev s)
{
    return s && ezb_scev_is_invariant(n->c.v->cx, s, n->c.loop) &&
           ezb_scev_can_expand_at(n->c.v->cx, s, n->at) && ezb_scev_type(s) == n->i64;
}

static bool split_range(struct narrow *n, LLVMValueRef x, struct range *r)
{
    EzbCtx *cx = n->c.v->cx;
    EzbScev s = ezb_scev_of(cx, n->c.fn, x), start, step;
    EzbLoop of;
    r->inners = 0, r->step = NULL;
    while (s && !r->step && ezb_scev_is_addrec(cx, s, &of, &start, &step)) {
        if (of == n->c.loop) {
            r->step = step;
        } else if (!ezb_loop_contains(n->c.loop, ezb_loop_header(of))) {
            break;
        } else {
            EzbScev last = ezb_scev_backedge_count(cx, of);
            if (r->inners == 8 || !can_expand(n, step) || !can_expand(n, last))
                return false;
            r->inner[r->inners].step = step;
            r->inner[r->inners++].last = last;
        }
        s = start;
    }
    r->start = s;
    return can_expand(n, r->start) && r->step && can_expand(n, r->step);
}

static LLVMValueRef expand(struct narrow *n, EzbScev s)
{
    return ezb_scev_expand(n->c.v->cx, s, n->i64, n->at, "");
}

/* -2^bits < v < 2^bits */
static LLVMValueRef is_small(struct narrow *n, LLVMValueRef v, unsigned bits)
{
    LLVMValueRef moved = LLVMBuildAdd(n->b, v, number(n, INT64_C(1) << bits), "");
    return LLVMBuildICmp(n->b, LLVMIntULT, moved, number(n, INT64_C(2) << bits), "");
}

/* Whatever is added up has less than 2^59 then: CONDITION_MASK, and no wrap around. */
enum { SMALL_STEP = 20, SMALL_LAST = 34, SMALL_START = 56 };

static LLVMValueRef both(struct narrow *n, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildAnd(n->b, a, b, "");
}

/* What loops inside add to x: from more[0] to more[1]. False, at run time, if that is large. */
static LLVMValueRef add_inner(struct narrow *n, const struct range *r, LLVMValueRef *more)
{
    LLVMValueRef ok = LLVMConstInt(LLVMInt1TypeInContext(LLVMGetTypeContext(n->i64)), 1, 0);
    more[0] = more[1] = number(n, 0);
    for (unsigned k = 0; k < r->inners; k++) {
        LLVMValueRef by = expand(n, r->inner[k].step), last = expand(n, r->inner[k].last);
        LLVMPositionBuilderBefore(n->b, n->at);
        ok = both(n, ok, both(n, is_small(n, by, SMALL_STEP), is_small(n, last, SMALL_LAST)));
        LLVMValueRef far = LLVMBuildMul(n->b, by, last, "");
        LLVMValueRef back = LLVMBuildMul(n->b, by, number(n, -(int64_t)n->c.depth), "");
        LLVMValueRef low = least(n, least(n, far, back), number(n, 0));
        LLVMValueRef high = most(n, most(n, far, back), number(n, 0));
        more[0] = LLVMBuildAdd(n->b, more[0], low, "");
        more[1] = LLVMBuildAdd(n->b, more[1], high, "");
    }
    return ok;
}

/* step * t is between from and to: the interval of t, rounded outwards. */
static void solve(struct narrow *n, unsigned i, LLVMValueRef step, LLVMValueRef from,
                  LLVMValueRef to, LLVMValueRef ok)
{
    LLVMValueRef zero = number(n, 0), depth = number(n, n->c.depth);
    LLVMValueRef down = LLVMBuildICmp(n->b, LLVMIntSLT, step, zero, "");
    LLVMValueRef still = LLVMBuildICmp(n->b, LLVMIntEQ, step, zero, "");
    LLVMValueRef size = LLVMBuildSelect(n->b, down, LLVMBuildNeg(n->b, step, ""), step, "");
    size = LLVMBuildSelect(n->b, still, number(n, 1), size, "");
    LLVMValueRef low = LLVMBuildSelect(n->b, down, LLVMBuildNeg(n->b, to, ""), from, "");
    LLVMValueRef high = LLVMBuildSelect(n->b, down, LLVMBuildNeg(n->b, from, ""), to, "");
    LLVMValueRef never = LLVMBuildICmp(n->b, LLVMIntSLT, high, zero, "");
    low = LLVMBuildSDiv(n->b, most(n, low, zero), size, "");
    high = LLVMBuildAdd(n->b, LLVMBuildSDiv(n->b, high, size, ""), depth, "");
    high = LLVMBuildSelect(n->b, never, number(n, -1), high, "");
    LLVMValueRef known = both(n, ok, LLVMBuildNot(n->b, still, ""));
    n->low[i] = LLVMBuildSelect(n->b, known, low, zero, "");
    n->high[i] = LLVMBuildSelect(n->b, known, high, n->last, "");
}

/* low[i], high[i]: for which t start + step * t, with what loops inside add, may be between
 * key * divisor and key * divisor + divisor - 1. */
static void build_interval(struct narrow *n, unsigned i, const struct range *r)
{
    const struct condition *c = &n->c.all.items[i];
    LLVMValueRef more[2], start = expand(n, r->start), step = expand(n, r->step);
    LLVMPositionBuilderBefore(n->b, n->at);
    LLVMValueRef ok = both(n, is_small(n, start, SMALL_START), is_small(n, step, SMALL_STEP));
    ok = both(n, ok, is_small(n, c->key, SMALL_START - CONDITION_BITS));
    ok = both(n, both(n, ok, is_small(n, n->last, SMALL_LAST)), add_inner(n, r, more));
    LLVMValueRef key = LLVMBuildMul(n->b, c->key, number(n, (int64_t)c->divisor), "");
    LLVMValueRef at = LLVMBuildSub(n->b, key, start, "");
    LLVMValueRef from = LLVMBuildSub(n->b, at, more[1], "");
    LLVMValueRef to = LLVMBuildSub(n->b, at, more[0], "");
    to = LLVMBuildAdd(n->b, to, number(n, (int64_t)c->divisor - 1), "");
    solve(n, i, step, from, to, ok);
}

/* The first iteration from t on that is in an interval; behind the last one if there is none. */
static LLVMValueRef build_next(struct narrow *n, LLVMValueRef t)
{
    LLVMValueRef none = LLVMBuildAdd(n->b, n->last, number(n, 1), ""), next = none;
    for (unsigned i = 0; i < n->c.all.count; i++) {
        LLVMValueRef at = most(n, t, n->low[i]);
        LLVMValueRef is_in = LLVMBuildICmp(n->b, LLVMIntSLE, at, n->high[i], "");
        next = least(n, next, LLVMBuildSelect(n->b, is_in, at, none, ""));
    }
    if (n->c.first) {
        LLVMValueRef behind = number(n, n->c.depth ? n->c.depth - 1 : 0);
        LLVMValueRef begins = LLVMBuildICmp(n->b, LLVMIntSLE, t, behind, "");
        next = least(n, next, LLVMBuildSelect(n->b, begins, t, none, ""));
    }
    return next;
}

/* ---- may the loop be changed? ---- */

static bool stays_inside(struct narrow *n, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!ezb_loop_contains(n->c.loop, LLVMGetInstructionParent(LLVMGetUser(u))))
            return false;
    return true;
}

static bool all_stays_inside(struct narrow *n)
{
    size_t count = ezb_loop_blocks(n->c.loop, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(n->c.v->arena, LLVMBasicBlockRef, count);
    ezb_loop_blocks(n->c.loop, blocks, count);
    for (size_t k = 0; k < count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[k]); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetFirstUse(i) && !stays_inside(n, i))
                return false;
    return true;
}

static bool has_shape(struct narrow *n)
{
    EzbLoop l = n->c.loop;
    LLVMBasicBlockRef exiting, preheader = ezb_loop_preheader(l);
    n->header = ezb_loop_header(l), n->latch = ezb_loop_latch(l);
    if (!preheader || !n->latch || ezb_loop_exiting(l, &exiting, 1) != 1 || exiting != n->latch ||
        ezb_loop_exits(l, &n->exit, 1) != 1)
        return false;
    n->at = LLVMGetBasicBlockTerminator(preheader);
    return LLVMIsABranchInst(LLVMGetBasicBlockTerminator(n->latch)) && all_stays_inside(n);
}

/* In each iteration, and without effects: it can be computed for another one. */
static bool can_copy(struct narrow *n, LLVMValueRef v, unsigned depth)
{
    EzbCtx *cx = n->c.v->cx;
    if (!LLVMIsAInstruction(v) || !ezb_loop_contains(n->c.loop, LLVMGetInstructionParent(v)))
        return true;
    LLVMBasicBlockRef b = LLVMGetInstructionParent(v);
    if (LLVMIsAPHINode(v)) {
        for (unsigned i = 0; i < n->counted.count; i++)
            if (n->counted.items[i] == v)
                return true;
        return false;
    }
    if (depth > 50 || ezb_inst_side_effects(v) || !ezb_dom_block(cx, b, n->latch) ||
        ezb_loop_for(cx, b) != n->c.loop)
        return false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (!can_copy(n, LLVMGetOperand(v, (unsigned)i), depth + 1))
            return false;
    return true;
}

static LLVMValueRef latch_value(struct narrow *n, LLVMValueRef phi)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == n->latch)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static LLVMValueRef entry_value(struct narrow *n, LLVMValueRef phi)
{
    return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 0) == n->latch ? 1 : 0);
}

/* Phis are integers that go on by the same step, or what the iteration before has computed. */
static bool sort_phis(struct narrow *n)
{
    EzbCtx *cx = n->c.v->cx;
    EzbLoop of;
    EzbScev start, step;
    for (LLVMValueRef i = LLVMGetFirstInstruction(n->header); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMTypeRef t = LLVMTypeOf(i);
        bool counts = t == n->i64 &&
                      ezb_scev_is_addrec(cx, ezb_scev_of(cx, n->c.fn, i), &of, &start, &step) &&
                      of == n->c.loop && can_expand(n, start) && can_expand(n, step);
        if (counts)
            VEC_PUSH(n->c.v->arena, &n->counted, i);
        else
            VEC_PUSH(n->c.v->arena, &n->carried, i);
    }
    for (unsigned i = 0; i < n->carried.count; i++)
        if (!can_copy(n, latch_value(n, n->carried.items[i]), 0))
            return false;
    return true;
}

/* ---- the changed loop ---- */

/* What a phi that counts is in iteration t. */
static LLVMValueRef counted_at(struct narrow *n, LLVMValueRef *parts, LLVMValueRef t)
{
    return LLVMBuildAdd(n->b, LLVMBuildMul(n->b, parts[1], t, ""), parts[0], "");
}

static LLVMValueRef copy(struct narrow *n, LLVMValueRef v)
{
    LLVMValueRef known = map_get(&n->copies, v);
    if (known)
        return known;
    if (!LLVMIsAInstruction(v) || !ezb_loop_contains(n->c.loop, LLVMGetInstructionParent(v)))
        return v;
    LLVMValueRef made = LLVMInstructionClone(v);
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        LLVMSetOperand(made, (unsigned)i, copy(n, LLVMGetOperand(v, (unsigned)i)));
    LLVMInsertIntoBuilder(n->b, made);
    map_put(&n->copies, v, made);
    return made;
}

/* t, and where it is not 0 what the iteration before has computed. */
static void build_counter(struct narrow *n, LLVMValueRef first, LLVMValueRef (*parts)[2])
{
    LLVMContextRef context = LLVMGetModuleContext(n->c.v->module);
    n->counter = LLVMInsertBasicBlockInContext(context, n->header, "");
    n->before = LLVMInsertBasicBlockInContext(context, n->header, "");
    LLVMPositionBuilderAtEnd(n->b, n->counter);
    n->t = LLVMBuildPhi(n->b, n->i64, "");
    LLVMAddIncoming(n->t, &first, (LLVMBasicBlockRef[]){LLVMGetInstructionParent(n->at)}, 1);
    LLVMValueRef *now = ARENA_ARRAY(n->c.v->arena, LLVMValueRef, n->counted.count);
    for (unsigned i = 0; i < n->counted.count; i++)
        now[i] = counted_at(n, parts[i], n->t);
    LLVMValueRef begins = LLVMBuildICmp(n->b, LLVMIntEQ, n->t, number(n, 0), "");
    LLVMBuildCondBr(n->b, begins, n->header, n->before);
    LLVMPositionBuilderAtEnd(n->b, n->before);
    LLVMValueRef back = LLVMBuildSub(n->b, n->t, number(n, 1), "");
    for (unsigned i = 0; i < n->counted.count; i++)
        map_put(&n->copies, n->counted.items[i], counted_at(n, parts[i], back));
    LLVMValueRef *then = ARENA_ARRAY(n->c.v->arena, LLVMValueRef, n->carried.count);
    for (unsigned i = 0; i < n->carried.count; i++)
        then[i] = copy(n, latch_value(n, n->carried.items[i]));
    LLVMBuildBr(n->b, n->header);
    for (unsigned i = 0; i < n->carried.count; i++) {
        LLVMValueRef old = n->carried.items[i];
        LLVMPositionBuilderBefore(n->b, LLVMGetFirstInstruction(n->header));
        LLVMValueRef phi = LLVMBuildPhi(n->b, LLVMTypeOf(old), "");
        LLVMAddIncoming(phi, (LLVMValueRef[]){entry_value(n, old), then[i]},
                        (LLVMBasicBlockRef[]){n->counter, n->before}, 2);
        LLVMReplaceAllUsesWith(old, phi);
        LLVMInstructionEraseFromParent(old);
    }
    for (unsigned i = 0; i < n->counted.count; i++) {
        LLVMReplaceAllUsesWith(n->counted.items[i], now[i]);
        LLVMInstructionEraseFromParent(n->counted.items[i]);
    }
}

static void leave_also_from(struct narrow *n, LLVMBasicBlockRef from)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(n->exit); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef v = latch_value(n, i);
        LLVMAddIncoming(i, &v, &from, 1);
    }
}

static void build_ends(struct narrow *n, LLVMValueRef first)
{
    LLVMBasicBlockRef preheader = LLVMGetInstructionParent(n->at);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(n->latch);
    leave_also_from(n, preheader);
    LLVMPositionBuilderBefore(n->b, end);
    LLVMValueRef next = build_next(n, LLVMBuildAdd(n->b, n->t, number(n, 1), ""));
    LLVMValueRef more = LLVMBuildICmp(n->b, LLVMIntSLE, next, n->last, "");
    LLVMBuildCondBr(n->b, more, n->counter, n->exit);
    LLVMInstructionEraseFromParent(end);
    LLVMAddIncoming(n->t, &next, &n->latch, 1);
    LLVMPositionBuilderBefore(n->b, n->at);
    LLVMValueRef any = LLVMBuildICmp(n->b, LLVMIntSLE, first, n->last, "");
    LLVMBuildCondBr(n->b, any, n->counter, n->exit);
    LLVMInstructionEraseFromParent(n->at);
}

static void change(struct narrow *n, const struct range *ranges, EzbScev last)
{
    EzbCtx *cx = n->c.v->cx;
    EzbLoop of;
    EzbScev start, step;
    LLVMValueRef(*parts)[2] = arena_alloc(n->c.v->arena, sizeof *parts * (n->counted.count + 1));
    for (unsigned i = 0; i < n->counted.count; i++) {
        EzbScev s = ezb_scev_of(cx, n->c.fn, n->counted.items[i]);
        ezb_scev_is_addrec(cx, s, &of, &start, &step);
        parts[i][0] = expand(n, start), parts[i][1] = expand(n, step);
    }
    n->last = expand(n, last);
    n->low = ARENA_ARRAY(n->c.v->arena, LLVMValueRef, n->c.all.count);
    n->high = ARENA_ARRAY(n->c.v->arena, LLVMValueRef, n->c.all.count);
    for (unsigned i = 0; i < n->c.all.count; i++)
        build_interval(n, i, &ranges[i]);
    LLVMPositionBuilderBefore(n->b, n->at);
    LLVMValueRef first = build_next(n, number(n, 0));
    build_counter(n, first, parts);
    build_ends(n, first);
}

static bool narrow_loop(struct virtuals *v, LLVMValueRef fn, LLVMBasicBlockRef header)
{
    struct narrow n = {.c = {.v = v, .fn = fn}};
    n.c.loop = ezb_loop_for(v->cx, header);
    n.i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(v->module));
    map_init(&n.c.seen, v->arena);
    map_init(&n.copies, v->arena);
    if (!n.c.loop || ezb_loop_header(n.c.loop) != header || !conditions_of_loop(&n.c) ||
        !has_shape(&n))
        return false;
    EzbScev last = ezb_scev_backedge_count(v->cx, n.c.loop);
    struct range *ranges = ARENA_ARRAY(v->arena, struct range, n.c.all.count);
    bool ok = can_expand(&n, last) && sort_phis(&n);
    for (unsigned i = 0; i < n.c.all.count && ok; i++)
        ok = split_range(&n, n.c.all.items[i].x, &ranges[i]);
    if (!ok)
        return false;
    n.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(v->module));
    change(&n, ranges, last);
    LLVMDisposeBuilder(n.b);
    ezb_invalidate(v->cx, fn);
    return true;
}

/* ---- all loops ---- */

typedef VEC(LLVMBasicBlockRef) block_list;

static void add_headers(struct virtuals *v, EzbLoop loop, block_list *out)
{
    size_t n = ezb_loop_subloops(loop, NULL, 0);
    EzbLoop *loops = ARENA_ARRAY(v->arena, EzbLoop, n);
    VEC_PUSH(v->arena, out, ezb_loop_header(loop));
    ezb_loop_subloops(loop, loops, n);
    for (size_t i = 0; i < n; i++)
        add_headers(v, loops[i], out);
}

/* From the outermost loops in. */
void virtual_narrow_loops(struct virtuals *v, LLVMValueRef fn)
{
    block_list headers = {0};
    size_t n = ezb_top_loops(v->cx, fn, NULL, 0);
    EzbLoop *loops = ARENA_ARRAY(v->arena, EzbLoop, n);
    ezb_top_loops(v->cx, fn, loops, n);
    for (size_t i = 0; i < n; i++)
        add_headers(v, loops[i], &headers);
    for (unsigned i = 0; i < headers.count; i++)
        narrow_loop(v, fn, headers.items[i]);
}
