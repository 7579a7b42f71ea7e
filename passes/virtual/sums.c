/* Virtual arrays whose function for loads always returns 0: they collect what is added.
 *
 * Code that adds to a number in memory loads it, adds, and stores the sum. When the load gives 0,
 * what is stored is what was added, and that is what such arrays are for: the program sums up. But
 * whoever stores v1 and adds to the same number later may take v1 from a register instead of
 * loading it, and stores v1 + c; it must be c. So each value that is stored is one of these, or it
 * is an error:
 *   - a sum with what was loaded there, which went nowhere else,
 *   - a sum with what was stored there before, of which that part is taken away,
 *   - 0, where nothing else was stored before,
 *   - assigned, at an address where nothing else is stored. */
#include "virtual/virtual.h"

struct sums {
    struct virtual_uses *u;
    LLVMValueRef fn;
    LLVMBuilderRef b;
};

static bool refuse(struct sums *s, LLVMValueRef at)
{
    return diag(s->u->v->diags, DIAG_VIRTUAL_SUM, at);
}

static LLVMValueRef stored(LLVMValueRef store)
{
    return LLVMGetOperand(store, 0);
}

static LLVMValueRef address(LLVMValueRef access)
{
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

/* ---- addresses ---- */

/* False if it is not known how far they are apart. */
static bool distance(struct sums *s, LLVMValueRef a, LLVMValueRef b, int64_t *bytes)
{
    EzbCtx *cx = s->u->v->cx;
    EzbScev d = ezb_scev_minus(cx, s->fn, ezb_scev_of(cx, s->fn, a), ezb_scev_of(cx, s->fn, b));
    *bytes = 0;
    return a == b || (d && ezb_scev_const(d, bytes));
}

static bool same_address(struct sums *s, LLVMValueRef a, LLVMValueRef b)
{
    int64_t bytes;
    return distance(s, a, b, &bytes) && bytes == 0;
}

static bool is_apart(struct sums *s, LLVMValueRef a, LLVMValueRef b)
{
    int64_t bytes;
    return distance(s, a, b, &bytes) && bytes != 0;
}

/* ---- sums ---- */

static bool is_choice(LLVMValueRef v)
{
    return LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
}

/* The operands that v is a sum of, or one of; `first` to the last. */
static bool terms(LLVMValueRef v, unsigned *first, unsigned *count)
{
    *first = 0;
    if (LLVMIsAPHINode(v)) {
        *count = LLVMCountIncoming(v);
        return true;
    }
    if (!LLVMIsAInstruction(v))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMFAdd: *count = 2; return true;
    case LLVMFSub:
    case LLVMFreeze: *count = 1; return true;
    case LLVMSelect: *first = 1, *count = 2; return true;
    default: return false;
    }
}

static LLVMValueRef term(LLVMValueRef v, unsigned i)
{
    return LLVMIsAPHINode(v) ? LLVMGetIncomingValue(v, i) : LLVMGetOperand(v, i);
}

/* ---- what is loaded goes only into sums that are stored at the same address ---- */

/* From one iteration of a loop with the load to the next. */
static bool is_carried(struct sums *s, LLVMValueRef load, LLVMValueRef user)
{
    LLVMBasicBlockRef b = LLVMGetInstructionParent(user);
    EzbLoop loop = LLVMIsAPHINode(user) ? ezb_loop_for(s->u->v->cx, b) : NULL;
    return loop && ezb_loop_header(loop) == b &&
           ezb_loop_contains(loop, LLVMGetInstructionParent(load));
}

static bool check_user(struct sums *s, LLVMValueRef load, LLVMValueRef user, unsigned operand)
{
    unsigned first, count;
    if (is_carried(s, load, user))
        return refuse(s, load);
    if (LLVMIsAStoreInst(user))
        return (operand == 0 && same_address(s, address(load), address(user))) || refuse(s, load);
    return (terms(user, &first, &count) && operand >= first && operand < first + count) ||
           refuse(s, load);
}

static bool check_flow(struct sums *s, struct map *seen, LLVMValueRef load, LLVMValueRef v)
{
    if (map_get(seen, v))
        return true;
    map_put(seen, v, v);
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!check_user(s, load, user, ezb_use_operand_no(use)))
            return false;
        if (!LLVMIsAStoreInst(user) && !check_flow(s, seen, load, user))
            return false;
    }
    return true;
}

static bool check_load(struct sums *s, LLVMValueRef load)
{
    struct map seen;
    map_init(&seen, s->u->v->arena);
    return check_flow(s, &seen, load, load);
}

/* ---- what a stored value is a sum of ---- */

/* Looks at the terms of what `store` stores. */
struct look {
    struct sums *s;
    struct map seen;
    LLVMValueRef store;
    bool loaded;         /* what was loaded at the address is among them */
    bool unclear;        /* perhaps what was stored at the address */
    LLVMValueRef before; /* what was stored at the address, before */
};

/* Another store, or this one in an earlier iteration, of v. */
static void look_at_store(struct look *l, LLVMValueRef v, LLVMValueRef other, bool chosen)
{
    struct sums *s = l->s;
    bool same = same_address(s, address(l->store), address(other));
    if (other == l->store) {
        l->unclear |= chosen && stored(l->store) == v;
    } else if (chosen) {
        l->unclear = true;
    } else if (same && ezb_dom_value(s->u->v->cx, other, l->store)) {
        l->before = v;
    } else if (!is_apart(s, address(l->store), address(other))) {
        l->unclear = true;
    }
}

/* A sum that is carried out of a loop and stored behind it is stored once. */
static bool is_carried_out(struct look *l, LLVMValueRef v)
{
    EzbCtx *cx = l->s->u->v->cx;
    EzbLoop loop = LLVMIsAInstruction(v) ? ezb_loop_for(cx, LLVMGetInstructionParent(v)) : NULL;
    return loop && !ezb_loop_contains(loop, LLVMGetInstructionParent(l->store));
}

static void look_at(struct look *l, LLVMValueRef v, bool chosen)
{
    unsigned first, count;
    if (map_get(&l->seen, v))
        return;
    map_put(&l->seen, v, v);
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool own = user == l->store;
        if (LLVMIsAStoreInst(user) && ezb_use_operand_no(use) == 0 &&
            map_get(&l->s->u->derived, address(user)) && !(own && is_carried_out(l, v)))
            look_at_store(l, v, user, chosen);
    }
    if (l->before == v && v)
        return;
    if (LLVMIsALoadInst(v) && map_get(&l->s->u->derived, address(v)))
        l->loaded = true; /* at the same address: check_load */
    if (terms(v, &first, &count))
        for (unsigned i = first; i < first + count; i++)
            look_at(l, term(v, i), chosen || is_choice(v));
}

/* v without the term `without`, which is one. */
static LLVMValueRef sum_without(struct sums *s, LLVMValueRef v, LLVMValueRef without)
{
    unsigned first, count;
    LLVMValueRef terms_left[2] = {NULL, NULL};
    if (v == without)
        return LLVMConstNull(LLVMTypeOf(v));
    if (is_choice(v) || !terms(v, &first, &count))
        return v;
    for (unsigned i = 0; i < count; i++)
        terms_left[i] = sum_without(s, term(v, i), without);
    if (LLVMGetInstructionOpcode(v) == LLVMFAdd)
        return LLVMBuildFAdd(s->b, terms_left[0], terms_left[1], "");
    if (LLVMGetInstructionOpcode(v) == LLVMFSub)
        return LLVMBuildFSub(s->b, terms_left[0], LLVMGetOperand(v, 1), "");
    return terms_left[0];
}

/* ---- whether two stores may be at one address ---- */

/* What runs behind `block` may come to `to`, but not through `without`. */
static bool leads_to(struct map *seen, LLVMBasicBlockRef block, LLVMBasicBlockRef to,
                     LLVMBasicBlockRef without)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
        if (next == without || map_get(seen, next))
            continue;
        map_put(seen, next, next);
        if (next == to || leads_to(seen, next, to, without))
            return true;
    }
    return false;
}

static bool may_follow(struct sums *s, LLVMValueRef first, LLVMValueRef second,
                       LLVMBasicBlockRef without)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(first), to = LLVMGetInstructionParent(second);
    struct map seen;
    map_init(&seen, s->u->v->arena);
    return (from == to && ezb_dom_value(s->u->v->cx, first, second)) ||
           leads_to(&seen, from, to, without);
}

static LLVMBasicBlockRef made_in(struct sums *s)
{
    return LLVMGetInstructionParent(s->u->array->call);
}

/* Not one behind the other, as long as there is one array. */
static bool exclude_each_other(struct sums *s, LLVMValueRef a, LLVMValueRef b,
                               LLVMBasicBlockRef without)
{
    return !may_follow(s, a, b, without) && !may_follow(s, b, a, without);
}

/* All addresses of one are behind those of the other. */
static bool have_ranges_apart(struct sums *s, LLVMValueRef a, LLVMValueRef b)
{
    EzbCtx *cx = s->u->v->cx;
    EzbScev low[2], high[2], gap;
    int64_t bytes;
    if (!ezb_scev_range(cx, s->fn, address(a), made_in(s), &low[0], &high[0]) ||
        !ezb_scev_range(cx, s->fn, address(b), made_in(s), &low[1], &high[1]))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        gap = ezb_scev_minus(cx, s->fn, low[i], high[1 - i]);
        if (gap && ezb_scev_const(gap, &bytes) && bytes > 0)
            return true;
    }
    return false;
}

static EzbLoop loop_around(struct sums *s, LLVMValueRef inst)
{
    EzbLoop l = ezb_loop_for(s->u->v->cx, LLVMGetInstructionParent(inst));
    return l && !ezb_loop_contains(l, made_in(s)) ? l : NULL;
}

/* The address is another one in each iteration of the loops that the array is older than. */
static bool moves(struct sums *s, LLVMValueRef store)
{
    EzbCtx *cx = s->u->v->cx;
    EzbLoop loop = loop_around(s, store), of;
    EzbScev at = ezb_scev_of(cx, s->fn, address(store)), start, step;
    for (; loop && !ezb_loop_contains(loop, made_in(s)); loop = ezb_loop_parent(loop)) {
        int64_t zero;
        if (!at || !ezb_scev_is_addrec(cx, at, &of, &start, &step) || of != loop ||
            (ezb_scev_const(step, &zero) && !zero))
            return false;
        at = start;
    }
    return true;
}

/* In one loop, which moves the addresses of both: never at a distance of its steps. */
static bool are_apart_in_loop(struct sums *s, LLVMValueRef a, LLVMValueRef b)
{
    EzbCtx *cx = s->u->v->cx;
    EzbLoop loop = loop_around(s, a), of;
    EzbScev at = ezb_scev_of(cx, s->fn, address(a)), start, step;
    int64_t bytes, by;
    if (!loop || loop_around(s, b) != loop || !distance(s, address(a), address(b), &bytes) ||
        !moves(s, a) || !ezb_scev_is_addrec(cx, at, &of, &start, &step))
        return false;
    if (bytes == 0)
        return exclude_each_other(s, a, b, ezb_loop_header(loop));
    return ezb_scev_const(step, &by) && bytes % by != 0;
}

static bool never_meet(struct sums *s, LLVMValueRef a, LLVMValueRef b)
{
    return exclude_each_other(s, a, b, made_in(s)) || have_ranges_apart(s, a, b) ||
           are_apart_in_loop(s, a, b);
}

/* ---- values that are assigned, and zeros ---- */

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsConstant(v) && LLVMIsNull(v);
}

static bool is_only_one(struct sums *s, LLVMValueRef store)
{
    for (unsigned i = 0; i < s->u->stores.count; i++) {
        LLVMValueRef other = s->u->stores.items[i];
        if (other != store && !is_zero(stored(other)) && !never_meet(s, store, other))
            return false;
    }
    return moves(s, store);
}

static bool comes_first(struct sums *s, LLVMValueRef zero)
{
    for (unsigned i = 0; i < s->u->stores.count; i++) {
        LLVMValueRef store = s->u->stores.items[i];
        if (!is_zero(stored(store)) && may_follow(s, store, zero, made_in(s)) &&
            !have_ranges_apart(s, store, zero) && !are_apart_in_loop(s, store, zero))
            return false;
    }
    return true;
}

/* ---- all of them ---- */

static bool check_store(struct sums *s, LLVMValueRef store)
{
    struct look l = {.s = s, .store = store};
    if (is_zero(stored(store)))
        return comes_first(s, store) || refuse(s, store);
    map_init(&l.seen, s->u->v->arena);
    look_at(&l, stored(store), false);
    if (l.unclear)
        return refuse(s, store);
    if (l.before) {
        LLVMPositionBuilderBefore(s->b, store);
        LLVMValueRef left = sum_without(s, stored(store), l.before);
        VEC_PUSH(s->u->v->arena, &s->u->rewritten, store);
        VEC_PUSH(s->u->v->arena, &s->u->rewritten, left);
        return true;
    }
    return l.loaded || is_only_one(s, store) || refuse(s, store);
}

static bool check_all(struct sums *s)
{
    struct virtual_uses *u = s->u;
    for (unsigned i = 0; i < u->loads.count; i++)
        if (!check_load(s, u->loads.items[i]))
            return false;
    for (unsigned i = 0; i < u->stores.count; i++)
        if (!check_store(s, u->stores.items[i]))
            return false;
    for (unsigned i = 0; i < u->rewritten.count; i += 2)
        LLVMSetOperand(u->rewritten.items[i], 0, u->rewritten.items[i + 1]);
    return true;
}

/* The function returns nothing but 0. */
static bool forgets(LLVMValueRef load)
{
    if (LLVMIsDeclaration(load))
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(load); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(end) && !is_zero(LLVMGetOperand(end, 0)))
            return false;
    }
    return true;
}

bool virtual_check_sums(struct virtual_uses *u)
{
    struct sums s = {.u = u};
    if (!forgets(u->array->load))
        return true;
    s.fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(u->array->call));
    s.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(u->v->module));
    ezb_invalidate(u->v->cx, s.fn);
    bool ok = check_all(&s);
    LLVMDisposeBuilder(s.b);
    return ok;
}
