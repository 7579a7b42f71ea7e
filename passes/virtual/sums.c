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

static bool check_user(struct sums *s, LLVMValueRef load, LLVMValueRef user, unsigned operand)
{
    unsigned first, count;
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

/* ---- values that are assigned ---- */

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsConstant(v) && LLVMIsNull(v);
}

/* The address is another one in each iteration of the loops that the array is older than. */
static bool moves(struct sums *s, LLVMValueRef store)
{
    EzbCtx *cx = s->u->v->cx;
    LLVMBasicBlockRef made = LLVMGetInstructionParent(s->u->array->call);
    EzbLoop loop = ezb_loop_for(cx, LLVMGetInstructionParent(store)), of;
    EzbScev at = ezb_scev_of(cx, s->fn, address(store)), start, step;
    for (; loop && !ezb_loop_contains(loop, made); loop = ezb_loop_parent(loop)) {
        int64_t zero;
        if (!at || !ezb_scev_is_addrec(cx, at, &of, &start, &step) || of != loop ||
            (ezb_scev_const(step, &zero) && !zero))
            return false;
        at = start;
    }
    return true;
}

/* Only one store that is not of 0 can be told from others here. */
static bool is_only_one(struct sums *s, LLVMValueRef store)
{
    for (unsigned i = 0; i < s->u->stores.count; i++)
        if (s->u->stores.items[i] != store && !is_zero(stored(s->u->stores.items[i])))
            return false;
    return moves(s, store);
}

/* ---- zeros ---- */

/* Whether what runs behind `block` may come to `to`, before the array is made again. */
static bool leads_to(struct sums *s, struct map *seen, LLVMBasicBlockRef block,
                     LLVMBasicBlockRef to)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
        if (next == to)
            return true;
        if (next == LLVMGetInstructionParent(s->u->array->call) || map_get(seen, next))
            continue;
        map_put(seen, next, next);
        if (leads_to(s, seen, next, to))
            return true;
    }
    return false;
}

static bool comes_first(struct sums *s, LLVMValueRef zero)
{
    LLVMBasicBlockRef to = LLVMGetInstructionParent(zero);
    for (unsigned i = 0; i < s->u->stores.count; i++) {
        LLVMValueRef store = s->u->stores.items[i];
        LLVMBasicBlockRef from = LLVMGetInstructionParent(store);
        struct map seen;
        map_init(&seen, s->u->v->arena);
        if (is_zero(stored(store)) || is_apart(s, address(store), address(zero)))
            continue;
        if (from == to ? ezb_dom_value(s->u->v->cx, store, zero) || leads_to(s, &seen, from, to)
                       : leads_to(s, &seen, from, to))
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
