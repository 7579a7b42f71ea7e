/* Nests of loops that walk along columns of matrices walk along rows instead: the outermost loop
 * becomes the innermost one. The derivative is made of the loops as they are then, so that both of
 * its sweeps go along rows.
 *
 * It is done where every element is still written and read in the order in which it was, so that
 * results are the same to the last bit: an element that is stored belongs to one iteration of the
 * outermost loop, and whatever else is accessed is apart from it. A sum over the innermost loop
 * that ends in memory is added up there.
 *
 * The loops are made anew: those inside with what their counters are made of, and in the innermost
 * one a copy of the body, with all that it uses of the loops around. Where a condition leads past
 * the loops inside, the old ones stay for that case. */
#include "ir/scopes.h"
#include "prepare/loops/exchange_shape.h"
#include "prepare/loops/loops.h"
#include <string.h>

/* Loops of fewer iterations do not become the innermost one. */
enum { TRIPS_MIN = 8 };

/* ---- addresses ---- */

static LLVMValueRef pointer_of(LLVMValueRef access)
{
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

static bool is_access(LLVMValueRef inst)
{
    return LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst);
}

static LLVMTypeRef accessed_type(LLVMValueRef access)
{
    return LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
}

static uint64_t size_of(const struct func *f, LLVMValueRef access)
{
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), accessed_type(access));
}

/* How far an iteration of loop l moves the address; NULL if it stays, or that is not known. */
static EzbScev step_of(const struct func *f, LLVMValueRef access, unsigned l, bool *known)
{
    EzbLoop of, wanted = f->loops[l].handle;
    EzbScev s = ezb_scev_of(f->cx, f->fn, pointer_of(access)), start, step;
    *known = false;
    while (s && ezb_scev_is_addrec(f->cx, s, &of, &start, &step)) {
        *known = of == wanted;
        if (*known)
            return step;
        if (!ezb_scev_is_invariant(f->cx, step, wanted))
            return NULL;
        s = start;
    }
    *known = s && ezb_scev_is_invariant(f->cx, s, wanted);
    return NULL;
}

static bool is_unit(EzbScev step, uint64_t size)
{
    int64_t bytes;
    return ezb_scev_const(step, &bytes) && (bytes == (int64_t)size || bytes == -(int64_t)size);
}

/* The next iteration of loop l accesses something far away, or nobody knows what. */
static bool is_strided(const struct func *f, LLVMValueRef access, unsigned l)
{
    bool known;
    EzbScev step = step_of(f, access, l, &known);
    return !known || (step && !is_unit(step, size_of(f, access)));
}

static bool same_address(const struct func *f, LLVMValueRef x, LLVMValueRef y)
{
    EzbScev s = ezb_scev_of(f->cx, f->fn, pointer_of(x));
    return accessed_type(x) == accessed_type(y) &&
           (pointer_of(x) == pointer_of(y) || (s && s == ezb_scev_of(f->cx, f->fn, pointer_of(y))));
}

static bool are_apart(const struct func *f, LLVMValueRef x, LLVMValueRef y)
{
    return scopes_apart(f->arena, x, y) ||
           !ezb_may_alias_bases(f->cx, x, ezb_underlying_object(pointer_of(x), ADDRESS_STEPS), y,
                                ezb_underlying_object(pointer_of(y), ADDRESS_STEPS),
                                EZB_BY_TYPES | EZB_BY_SCOPES);
}

/* Two iterations of the outermost loop, whatever those of the others are, store to different
 * elements: it goes along a row, and at most one of the others from row to row. */
static bool is_of_one_iteration(const struct exchange *e, LLVMValueRef store)
{
    bool known, rows = false;
    EzbScev step = step_of(e->f, store, e->loops[0], &known);
    uint64_t size = size_of(e->f, store);
    if (!step || !is_unit(step, size))
        return false;
    for (unsigned i = 1; i < e->depth; i++) {
        step = step_of(e->f, store, e->loops[i], &known);
        if (!known ||
            (step &&
             (rows || !ezb_scev_steps_over(e->f->cx, step, e->f->loops[e->loops[0]].handle, size))))
            return false;
        rows |= step != NULL;
    }
    return true;
}

/* ---- sums ---- */

/* The store that the sum ends in, through phis behind the loop. */
static LLVMValueRef find_end(const struct exchange *e, LLVMValueRef value, LLVMValueRef first,
                             LLVMValueRef phi)
{
    for (unsigned steps = 0; steps < 4; steps++) {
        LLVMValueRef next = NULL;
        for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (user == phi)
                continue;
            if (next)
                return NULL;
            next = user;
        }
        if (!next)
            return NULL;
        if (LLVMIsAStoreInst(next))
            return LLVMGetOperand(next, 0) == value ? next : NULL;
        if (!LLVMIsAPHINode(next) || exchange_place_of(e, func_id(e->f, next)) != EXCHANGE_AROUND)
            return NULL;
        for (unsigned i = 0, n = LLVMCountIncoming(next); i < n; i++)
            if (LLVMGetIncomingValue(next, i) != value && LLVMGetIncomingValue(next, i) != first)
                return NULL;
        value = next;
    }
    return NULL;
}

/* Used by the sum, and by phis where the loop does not run. */
static bool is_only_first(const struct exchange *e, LLVMValueRef load)
{
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u))
        if (!LLVMIsAPHINode(LLVMGetUser(u)))
            return false;
    return exchange_place_of(e, func_id(e->f, load)) == EXCHANGE_AROUND;
}

static bool find_sum(struct exchange *e, unsigned v)
{
    unsigned inner = e->loops[e->depth - 1];
    LLVMValueRef phi = e->f->values[v];
    struct exchange_sum sum = {.phi = v,
                               .next = func_incoming(e->f, inner, phi, true),
                               .first = func_incoming(e->f, inner, phi, false)};
    unsigned next = func_id(e->f, sum.next);
    LLVMValueRef end =
        next == NO_ID || LLVMIsAPHINode(sum.next) ? NULL : find_end(e, sum.next, sum.first, phi);
    if (e->depth != 2 || !end || exchange_place_of(e, func_id(e->f, end)) != EXCHANGE_AROUND)
        return false;
    sum.store = func_id(e->f, end);
    sum.loaded = LLVMIsALoadInst(sum.first) && is_only_first(e, sum.first) &&
                 same_address(e->f, sum.first, end);
    if (!sum.loaded && !exchange_is_in_front(e, sum.first))
        return false;
    VEC_PUSH(e->f->arena, &e->sums, sum);
    return true;
}

/* A store in front of the loop that the sum replaces. */
static bool is_replaced(const struct exchange *e, const struct exchange_sum *s, LLVMValueRef v)
{
    unsigned id = func_id(e->f, v);
    return LLVMIsAStoreInst(v) && exchange_place_of(e, id) == EXCHANGE_AROUND && id < s->phi &&
           same_address(e->f, v, e->f->values[s->store]);
}

/* The sum that v is, ends in or starts from. */
static const struct exchange_sum *sum_with(const struct exchange *e, LLVMValueRef v)
{
    for (unsigned i = 0; i < e->sums.count; i++) {
        const struct exchange_sum *s = &e->sums.items[i];
        if (v == e->f->values[s->phi] || v == e->f->values[s->store] ||
            (s->loaded && v == s->first) || is_replaced(e, s, v))
            return s;
    }
    return NULL;
}

/* ---- what the nest does ---- */

static bool is_floating(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Around the body there are addresses, loads and ends of sums, and no arithmetic that the body
 * would repeat. */
static bool value_fits(struct exchange *e, unsigned v)
{
    LLVMValueRef inst = e->f->values[v];
    bool body = exchange_place_of(e, v) == EXCHANGE_BODY, number = is_floating(LLVMTypeOf(inst));
    if (LLVMIsAPHINode(inst))
        return !exchange_is_sum(e, inst) || find_sum(e, v);
    if (is_access(inst))
        return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic &&
               is_floating(accessed_type(inst));
    return !ezb_inst_reads(inst) && !ezb_inst_writes(inst) &&
           (LLVMIsATerminatorInst(inst) || ezb_transfers_execution(inst)) && (body || !number);
}

static bool stores_fit(const struct exchange *e, LLVMValueRef store, LLVMValueRef other)
{
    unsigned v = func_id(e->f, store), w = func_id(e->f, other);
    const struct exchange_sum *sum = sum_with(e, store);
    if (store == other || (sum && sum_with(e, other) == sum) || are_apart(e->f, store, other))
        return true;
    return exchange_place_of(e, v) == EXCHANGE_BODY && exchange_place_of(e, w) == EXCHANGE_BODY &&
           same_address(e->f, store, other);
}

static bool store_fits(const struct exchange *e, unsigned v)
{
    const struct func *f = e->f;
    LLVMValueRef store = f->values[v];
    const struct exchange_sum *sum = sum_with(e, store);
    if (exchange_place_of(e, v) == EXCHANGE_AROUND && !(sum && (v == sum->store || !sum->loaded)))
        return false;
    if (!is_of_one_iteration(e, store))
        return false;
    for (unsigned i = 0; i < e->values.count; i++) {
        LLVMValueRef other = f->values[e->values.items[i]];
        if (is_access(other) && !stores_fit(e, store, other))
            return false;
    }
    return true;
}

static bool all_fits(struct exchange *e)
{
    for (unsigned i = 0; i < e->values.count; i++)
        if (!value_fits(e, e->values.items[i]))
            return false;
    for (unsigned i = 0; i < e->values.count; i++)
        if (LLVMIsAStoreInst(e->f->values[e->values.items[i]]) &&
            !store_fits(e, e->values.items[i]))
            return false;
    return true;
}

/* How many accesses of the nest would be far from those of the iteration before. */
static unsigned cost_of(const struct exchange *e, unsigned l)
{
    const struct func *f = e->f;
    unsigned cost = 0;
    for (unsigned i = 0; i < e->values.count; i++) {
        LLVMValueRef inst = f->values[e->values.items[i]];
        cost += is_access(inst) && is_strided(f, inst, l);
    }
    return cost;
}

static bool is_short(const struct func *f, unsigned l)
{
    int known;
    uint64_t most = ezb_scev_const_max_backedge(f->cx, f->loops[l].handle, &known);
    return known && most + 1 < TRIPS_MIN;
}

/* ---- the new loops ---- */

struct builder {
    const struct exchange *e;
    LLVMBuilderRef b;
    struct map phis;   /* of the old loops -> of the new ones */
    struct map values; /* what has been copied in the block where the builder is */
    LLVMBasicBlockRef headers[EXCHANGE_DEPTH];
};

static LLVMBasicBlockRef new_block(struct builder *x)
{
    return LLVMAppendBasicBlockInContext(LLVMGetModuleContext(x->e->f->module), x->e->f->fn, "");
}

static void begin(struct builder *x, LLVMBasicBlockRef block)
{
    LLVMPositionBuilderAtEnd(x->b, block);
    LLVMSetCurrentDebugLocation2(x->b, NULL); /* copies keep theirs */
    map_init(&x->values, x->e->f->arena);
}

static LLVMValueRef copy_of(struct builder *x, LLVMValueRef v);

static LLVMValueRef copy(struct builder *x, LLVMValueRef v)
{
    unsigned n = func_operand_count(x->e->f, func_id(x->e->f, v));
    LLVMValueRef *operands = ARENA_ARRAY(x->e->f->arena, LLVMValueRef, n + 1);
    for (unsigned k = 0; k < n; k++)
        operands[k] = copy_of(x, LLVMGetOperand(v, k));
    LLVMValueRef made = LLVMInstructionClone(v);
    for (unsigned k = 0; k < n; k++)
        LLVMSetOperand(made, k, operands[k]);
    LLVMInsertIntoBuilder(x->b, made);
    return made;
}

/* Of a sum: what is in memory. */
static LLVMValueRef load_sum(struct builder *x, const struct exchange_sum *sum)
{
    static const char *const kinds[] = {"tbaa", "alias.scope", "noalias"};
    LLVMContextRef c = LLVMGetModuleContext(x->e->f->module);
    LLVMValueRef store = x->e->f->values[sum->store],
                 load =
                     LLVMBuildLoad2(x->b, LLVMTypeOf(sum->next), copy_of(x, pointer_of(store)), "");
    LLVMSetAlignment(load, LLVMGetAlignment(store));
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned kind = LLVMGetMDKindIDInContext(c, kinds[i], (unsigned)strlen(kinds[i]));
        if (LLVMGetMetadata(store, kind))
            LLVMSetMetadata(load, kind, LLVMGetMetadata(store, kind));
    }
    return load;
}

static void store_sum(struct builder *x, const struct exchange_sum *sum, LLVMValueRef value)
{
    LLVMValueRef old = x->e->f->values[sum->store], pointer = copy_of(x, pointer_of(old)),
                 store = LLVMInstructionClone(old);
    LLVMSetOperand(store, 0, value);
    LLVMSetOperand(store, 1, pointer);
    LLVMInsertIntoBuilder(x->b, store);
}

/* The value of v in the new loops. */
static LLVMValueRef copy_of(struct builder *x, LLVMValueRef v)
{
    if (exchange_is_in_front(x->e, v))
        return v;
    LLVMValueRef made = map_get(&x->phis, v);
    if (!made)
        made = map_get(&x->values, v);
    if (made)
        return made;
    const struct exchange_sum *sum = LLVMIsAPHINode(v) ? sum_with(x->e, v) : NULL;
    made = sum ? load_sum(x, sum) : copy(x, v);
    map_put(&x->values, v, made);
    return made;
}

static bool is_counter(const struct exchange *e, LLVMValueRef phi)
{
    return LLVMIsAPHINode(phi) && !sum_with(e, phi);
}

/* The phis of loop l, entered from block `from`. */
static void begin_loop(struct builder *x, unsigned l, LLVMBasicBlockRef from)
{
    const struct func *f = x->e->f;
    const struct func_block *header = &f->blocks[f->loops[l].header];
    for (unsigned v = header->first; LLVMIsAPHINode(f->values[v]); v++) {
        LLVMValueRef old = f->values[v], start = func_incoming(f, l, old, false);
        if (!is_counter(x->e, old))
            continue;
        LLVMValueRef phi = LLVMBuildPhi(x->b, LLVMTypeOf(old), "");
        LLVMAddIncoming(phi, &start, &from, 1);
        map_put(&x->phis, old, phi);
    }
}

/* At the end of an iteration of loop l, where the builder is. */
static void end_loop(struct builder *x, unsigned l, LLVMBasicBlockRef again, LLVMBasicBlockRef done)
{
    const struct func *f = x->e->f;
    const struct func_block *header = &f->blocks[f->loops[l].header];
    LLVMValueRef old = LLVMGetBasicBlockTerminator(f->blocks[f->loops[l].latch].ref),
                 cond = copy_of(x, LLVMGetCondition(old));
    LLVMBasicBlockRef here = LLVMGetInsertBlock(x->b);
    for (unsigned v = header->first; LLVMIsAPHINode(f->values[v]); v++) {
        if (!is_counter(x->e, f->values[v]))
            continue;
        LLVMValueRef next = copy_of(x, func_incoming(f, l, f->values[v], true));
        LLVMAddIncoming(map_get(&x->phis, f->values[v]), &next, &here, 1);
    }
    bool goes_on = LLVMGetSuccessor(old, 0) == header->ref;
    LLVMBuildCondBr(x->b, cond, goes_on ? again : done, goes_on ? done : again);
}

/* What sums start from is stored where they are, unless it is there. */
static LLVMBasicBlockRef start_sums(struct builder *x, LLVMBasicBlockRef from)
{
    LLVMBasicBlockRef block = new_block(x), done = new_block(x);
    begin(x, from);
    LLVMBuildBr(x->b, block);
    begin(x, block);
    begin_loop(x, x->e->loops[0], from);
    for (unsigned i = 0; i < x->e->sums.count; i++) {
        const struct exchange_sum *sum = &x->e->sums.items[i];
        if (!sum->loaded)
            store_sum(x, sum, sum->first);
    }
    end_loop(x, x->e->loops[0], block, done);
    return done;
}

static void make_body(struct builder *x)
{
    const struct exchange *e = x->e;
    const struct func_block *body = &e->f->blocks[e->f->loops[e->loops[e->depth - 1]].header];
    for (unsigned v = body->first; v < body->first + body->count; v++) {
        LLVMValueRef inst = e->f->values[v];
        if (is_access(inst) && !map_get(&x->values, inst))
            map_put(&x->values, inst, copy(x, inst));
    }
    for (unsigned i = 0; i < e->sums.count; i++)
        store_sum(x, &e->sums.items[i], copy_of(x, e->sums.items[i].next));
}

static LLVMBasicBlockRef exit_of(const struct exchange *e)
{
    return e->f->blocks[func_exit(e->f, e->loops[0])].ref;
}

static void make_loops(struct builder *x, LLVMBasicBlockRef from)
{
    const struct exchange *e = x->e;
    LLVMBasicBlockRef done = exit_of(e), body = new_block(x), latches[EXCHANGE_DEPTH];
    for (unsigned i = 1; i < e->depth; i++, from = x->headers[i - 1]) {
        x->headers[i] = new_block(x), latches[i] = new_block(x);
        begin(x, from);
        LLVMBuildBr(x->b, x->headers[i]);
        begin(x, x->headers[i]);
        begin_loop(x, e->loops[i], from);
    }
    begin(x, from);
    LLVMBuildBr(x->b, body);
    begin(x, body);
    begin_loop(x, e->loops[0], from);
    make_body(x);
    end_loop(x, e->loops[0], body, latches[e->depth - 1]);
    for (unsigned i = e->depth; --i > 0;) {
        begin(x, latches[i]);
        end_loop(x, e->loops[i], x->headers[i], i > 1 ? latches[i - 1] : done);
    }
}

/* In front of the nest: the new loops, or the old ones if those inside do not run. */
static LLVMBasicBlockRef choose(struct builder *x)
{
    const struct func *f = x->e->f;
    const struct func_loop *outer = &f->loops[x->e->loops[0]];
    LLVMValueRef old = LLVMGetBasicBlockTerminator(f->blocks[outer->preheader].ref), all = NULL;
    LLVMBasicBlockRef start = new_block(x), otherwise = new_block(x);
    LLVMPositionBuilderBefore(x->b, old);
    for (unsigned i = 0; i < x->e->guards.count; i++) {
        LLVMValueRef holds = x->e->guards.items[i].cond;
        if (!x->e->guards.items[i].is_true)
            holds = LLVMBuildNot(x->b, holds, "");
        all = all ? LLVMBuildAnd(x->b, all, holds, "") : holds;
    }
    if (!all)
        all = LLVMConstInt(LLVMInt1TypeInContext(LLVMGetModuleContext(f->module)), 1, 0);
    LLVMBuildCondBr(x->b, all, start, otherwise);
    LLVMInstructionEraseFromParent(old);
    begin(x, otherwise);
    LLVMBuildBr(x->b, f->blocks[outer->header].ref);
    ezb_phis_replace_block(f->blocks[outer->header].ref, f->blocks[outer->preheader].ref,
                           otherwise);
    return start;
}

static void exchange(const struct exchange *e)
{
    struct builder x = {.e = e,
                        .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->f->module))};
    bool stores_first = false;
    map_init(&x.phis, e->f->arena);
    for (unsigned i = 0; i < e->sums.count; i++)
        stores_first |= !e->sums.items[i].loaded;
    LLVMBasicBlockRef from = choose(&x);
    make_loops(&x, stores_first ? start_sums(&x, from) : from);
    LLVMDisposeBuilder(x.b);
}

/* ---- the nests ---- */

static bool is_candidate(struct exchange *e)
{
    return exchange_shape_find(e) && !LLVMIsAPHINode(LLVMGetFirstInstruction(exit_of(e)));
}

static struct exchange new_nest(struct func *f, unsigned outer, unsigned inner)
{
    struct exchange e = {.f = f, .depth = f->loops[inner].depth - f->loops[outer].depth + 1};
    unsigned i = e.depth;
    for (unsigned l = inner; i--; l = f->loops[l].parent)
        e.loops[i] = l;
    return e;
}

/* The best exchange around an innermost loop. */
static bool find_nest(struct func *f, unsigned inner, struct exchange *best)
{
    unsigned most = 0;
    for (unsigned l = f->loops[inner].parent, depth = 2; l != NO_ID && depth <= EXCHANGE_DEPTH;
         l = f->loops[l].parent, depth++) {
        struct exchange e = new_nest(f, l, inner);
        if (!is_candidate(&e))
            break;
        unsigned now = cost_of(&e, inner), then = cost_of(&e, l);
        if (now > then + most && !is_short(f, l) && all_fits(&e))
            *best = e, most = now - then;
    }
    return most > 0;
}

unsigned prepare_exchanged(struct prepare *p, LLVMValueRef fn)
{
    struct arena arena;
    struct map none;
    arena_init(&arena);
    map_init(&none, &arena);
    struct func *f = func_number(p->cx, p->module, &arena, fn, &none);
    VEC(struct exchange) nests = {0};
    for (unsigned l = 0; l < f->loop_count; l++) {
        struct exchange e;
        if (f->loops[l].header == f->loops[l].latch && find_nest(f, l, &e))
            VEC_PUSH(&arena, &nests, e);
    }
    unsigned count = nests.count;
    for (unsigned i = 0; i < count; i++)
        exchange(&nests.items[i]);

    arena_free(&arena);
    if (count)
        ezb_invalidate(p->cx, fn);
    return count;
}
