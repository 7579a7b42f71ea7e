/* Pointers that stay in arrays which are members of structs (ir/members.h).
 *
 * A pointer does if all that is done with it, and with what is calculated from it, has a note that
 * says so. Where the arrays are follows from where the pointers lead that the address was
 * calculated from: structs begin at known distances from there. Each use may be in an array of its
 * own; the pointer is in what covers them all. */
#include "base/limits.h"
#include "facts/types_state.h"
#include "ir/code.h"
#include "ir/members.h"
#include <string.h>

LIMIT(MAX_CLAIMS, 32);

/* Where an array is: `begin` bytes behind what the pointer leads to, and any multiples of step. */
struct member_part {
    LLVMValueRef origin;
    int64_t begin;
    uint64_t size, step;
};

/* An array, seen from all that the pointer is calculated from: it is one of the parts. */
struct member_seen {
    VEC(struct member_part) parts;
};
/* Those of a claim whose places are known. */
struct member_place {
    unsigned count;
    struct member_seen seen[MEMBERS_MAX];
};

struct member_pointer {
    bool open;    /* nothing is done with it but to calculate pointers on the way round a loop */
    bool outside; /* something is done with it that is in no array */
    VEC(struct member_claim) claims; /* one for each use that says another */
    VEC(struct member_place) places; /* of all claims, one after the other */
    bool found;                      /* `places` is complete */
};

static void add_claim(struct types *t, struct member_pointer *m, const struct member_claim *c)
{
    for (unsigned i = 0; i < m->claims.count; i++)
        if (member_equal(m->claims.items[i].texts, m->claims.items[i].count, c->texts, c->count))
            return;
    m->outside |= !c->count || m->claims.count == MAX_CLAIMS;
    VEC_PUSH(t->arena, &m->claims, *c);
}

static struct member_pointer *claims_of(struct types *t, LLVMValueRef v);

static void add_access(struct types *t, struct member_pointer *m, LLVMValueRef access,
                       LLVMValueRef v)
{
    unsigned address = LLVMIsAStoreInst(access) ? 1 : 0;
    struct member_claims c = member_of_access(t->arena, access);
    m->outside |= !c.count;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(access); i++)
        m->outside |= (LLVMGetOperand(access, i) == v) != (i == address); /* it goes elsewhere */
    for (unsigned i = 0; i < c.count; i++)
        add_claim(t, m, &c.items[i]);
}

static void add_operand(struct types *t, struct member_pointer *m, LLVMValueRef call,
                        LLVMValueRef v)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(call); i++) {
        struct member_claim c = {0};
        if (LLVMGetOperand(call, i) != v)
            continue;
        if (i < LLVMGetNumArgOperands(call))
            c.count = member_of_operand(t->arena, call, i, c.texts);
        add_claim(t, m, &c);
    }
}

/* False if the use does not matter. */
static bool add_use(struct types *t, struct member_pointer *m, LLVMUseRef use)
{
    LLVMValueRef user = LLVMGetUser(use), v = LLVMGetUsedValue(use);
    if (LLVMIsAICmpInst(user))
        return false;
    if (LLVMIsALoadInst(user) || LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user) ||
        LLVMIsAStoreInst(user)) {
        add_access(t, m, user, v);
    } else if (code_is_call(user)) {
        add_operand(t, m, user, v);
    } else if (LLVMIsALoadInst(user) || !member_step_count(user) ||
               LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMPointerTypeKind) {
        m->outside = true;
    } else {
        const struct member_pointer *next = claims_of(t, user);
        m->outside |= next->outside;
        for (unsigned i = 0; i < next->claims.count; i++)
            add_claim(t, m, &next->claims.items[i]);
        return !next->open;
    }
    return true;
}

static struct member_pointer *claims_of(struct types *t, LLVMValueRef v)
{
    struct member_pointer *m = map_get(&t->members, v);
    if (m)
        return m;
    bool any = false;
    m = ARENA_NEW(t->arena, struct member_pointer);
    map_put(&t->members, v, m);
    m->open = true;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && !m->outside; u = LLVMGetNextUse(u))
        any |= add_use(t, m, u);
    m->open = !any;
    return m;
}

/* ---- where the arrays are -------------------------------------------------------------------- */

struct origin_list {
    VEC(LLVMValueRef) values, choices;
};

static bool is_among(const LLVMValueRef *values, unsigned n, LLVMValueRef v)
{
    while (n-- > 0)
        if (values[n] == v)
            return true;
    return false;
}

static void find_origins(struct types *t, LLVMValueRef v, struct origin_list *l)
{
    while (!LLVMIsALoadInst(v) && member_step_count(v) == 1)
        v = member_step(v, 0);
    unsigned n = member_step_count(v);
    if (is_among(n ? l->choices.items : l->values.items, n ? l->choices.count : l->values.count, v))
        return;
    if (n)
        VEC_PUSH(t->arena, &l->choices, v);
    else if (!LLVMIsUndef(v) && !LLVMIsNull(v)) /* nothing is accessed from there */
        VEC_PUSH(t->arena, &l->values, v);
    for (unsigned i = 0; i < n; i++)
        find_origins(t, member_step(v, i), l);
}

/* Of a load without notes, which LLVM drops where it makes the load earlier than the program does:
 * what is known of all pointers that the function stores there. */
static unsigned origins_of_stored(struct types *t, LLVMValueRef load, const char *type,
                                  struct member_origin *all)
{
    unsigned found = 0;
    LLVMUseRef u = LLVMIsALoadInst(load) ? LLVMGetFirstUse(LLVMGetOperand(load, 0)) : NULL;
    for (; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef store = LLVMGetUser(u), base;
        struct member_origin behind = {0};
        if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 1) != LLVMGetOperand(load, 0) ||
            LLVMIsNull(LLVMGetOperand(store, 0)))
            continue;
        struct member_origin o[MEMBER_ORIGINS_MAX + 1];
        base = member_base(t->target, LLVMGetOperand(store, 0), &behind);
        unsigned n = behind.step ? 0 : member_origins_of(t->arena, base, type, o);
        if (!n || found + n > MEMBER_ORIGINS_MAX)
            return 0;
        for (unsigned k = 0; k < n; k++) {
            o[k].distance -= behind.distance;
            all[found++] = o[k];
        }
    }
    return found;
}

/* An array, seen from all origins; false if one of them does not know where it is. */
static bool see(struct types *t, const struct origin_list *l, const char *text,
                struct member_seen *seen)
{
    struct member_known known;
    *seen = (struct member_seen){0};
    if (!member_read(text, &known))
        return false;
    for (unsigned i = 0; i < l->values.count; i++) {
        struct member_origin o[MEMBER_ORIGINS_MAX + 1];
        LLVMValueRef v = l->values.items[i];
        unsigned n = member_origins_of(t->arena, v, known.type, o);
        n = n ? n : origins_of_stored(t, v, known.type, o);
        for (unsigned k = 0; k < n; k++) {
            struct member_part part = {v, o[k].distance + (int64_t)known.begin, known.size,
                                       o[k].step};
            VEC_PUSH(t->arena, &seen->parts, part);
        }
        if (!n)
            return false;
    }
    return seen->parts.count;
}

/* What is known of v, with the places of the arrays. */
static const struct member_pointer *member_pointer(struct types *t, LLVMValueRef v)
{
    struct member_pointer *m = claims_of(t, v);
    struct origin_list l = {0};
    if (m->found || m->outside || !m->claims.count)
        return m;
    m->found = true;
    find_origins(t, v, &l);
    for (unsigned i = 0; i < m->claims.count; i++) {
        struct member_place place = {0};
        for (unsigned k = 0; k < m->claims.items[i].count; k++)
            place.count += see(t, &l, m->claims.items[i].texts[k], &place.seen[place.count]);
        m->outside |= !place.count;
        VEC_PUSH(t->arena, &m->places, place);
    }
    return m;
}

/* All that is in one of both; size 0: that is no window. */
static struct window covering(struct window a, struct window b)
{
    uint64_t period = gcd_of(a.period, b.period);
    if (!a.size || !b.size)
        return (struct window){0};
    int64_t apart = period ? types_modulo(b.low - a.low, period) : b.low - a.low;
    if (apart < 0)
        return covering(b, a);
    uint64_t end = (uint64_t)apart + b.size, size = end > a.size ? end : a.size;
    return (struct window){a.low, period && size >= period ? 0 : size, period};
}

/* Where the part of the array is now, in coordinates of the object of p; size 0 if that is not
 * known. */
static struct window window_of_part(struct types *t, const struct member_part *part,
                                    const struct place *p)
{
    struct place from = types_place_of(t, part->origin);
    struct window none = {0};
    if (from.node == NO_NODE || p->node == NO_NODE)
        return none;
    from = graph_find(&t->graph, from);
    if (from.node != graph_find(&t->graph, *p).node)
        return none;
    struct window w = {from.off + part->begin, part->size, gcd_of(part->step, from.stride)};
    return w.period && w.size >= w.period ? none : w;
}

static struct window window_of_array(struct types *t, const struct member_seen *seen,
                                     const struct place *p)
{
    struct window all = {0};
    for (unsigned k = 0; k < seen->parts.count && (!k || all.size); k++) {
        struct window w = window_of_part(t, &seen->parts.items[k], p);
        all = k ? covering(all, w) : w;
    }
    return all;
}

/* The window says where p leads in each struct of an array. So do the steps of p. */
static bool is_known_anyway(const struct window *w, const struct place *p)
{
    return w->period && p->stride && p->stride % w->period == 0;
}

static bool is_better(const struct window *w, const struct window *old, const struct place *p)
{
    bool less = is_known_anyway(w, p), old_less = is_known_anyway(old, p);
    return !old->size || (less == old_less ? w->size < old->size : old_less);
}

/* The smallest of the arrays, of those with so many bytes at least. */
static struct window window_of_claim(struct types *t, const struct member_place *place,
                                     const struct place *p, uint64_t least)
{
    struct window best = {0};
    for (unsigned k = 0; k < place->count; k++) {
        struct window w = window_of_array(t, &place->seen[k], p);
        if (w.size && w.size >= least && is_better(&w, &best, p))
            best = w;
    }
    return best;
}

/* What covers all arrays with so many bytes that the pointer may be in; size 0: it may be
 * elsewhere. */
static struct window window_of(struct types *t, LLVMValueRef v, const struct place *p,
                               uint64_t least)
{
    const struct member_pointer *m = member_pointer(t, v);
    struct window all = {0};
    for (unsigned i = 0; i < m->places.count && !m->outside && (!i || all.size); i++) {
        struct window w = window_of_claim(t, &m->places.items[i], p, least);
        all = i ? covering(all, w) : w;
    }
    return all;
}

struct place types_in_member(struct types *t, LLVMValueRef v, struct place p)
{
    struct window all = window_of(t, v, &p, 0);
    if (!all.size)
        return p;
    struct place in = graph_find(&t->graph, p);
    in.window = all;
    return types_leaves_window(&in, 0) ? p : in; /* the struct, of which only the array is used */
}

/* The name of the struct type is this one. */
static bool names(const char *name, LLVMTypeRef type)
{
    const char *of = LLVMGetStructName(type);
    size_t length = of ? strlen(of) : 0;
    return of && !strncmp(name, of, length) && name[length] == '$';
}

/* Structs with the array begin elsewhere than at p. */
static bool is_elsewhere(struct types *t, const struct origin_list *l, const char *text,
                         const struct place *p)
{
    struct member_known known;
    struct member_seen seen;
    bool elsewhere = false;
    if (!member_read(text, &known) || !see(t, l, text, &seen))
        return false;
    for (unsigned i = 0; i < seen.parts.count; i++) {
        struct window w = window_of_part(t, &seen.parts.items[i], p);
        uint64_t step = gcd_of(w.period, p->stride);
        int64_t distance = p->off - (w.low - (int64_t)known.begin);
        elsewhere |= w.size && (step ? types_modulo(distance, step) : distance);
    }
    return elsewhere;
}

/* By what is said of arrays in structs of the type. */
static bool is_no_struct(struct types *t, LLVMValueRef v, const struct place *p, LLVMTypeRef type)
{
    const struct member_pointer *m = claims_of(t, v);
    struct origin_list l = {0};
    struct member_known known;
    if (m->claims.count)
        find_origins(t, v, &l);
    for (unsigned i = 0; i < m->claims.count; i++)
        for (unsigned k = 0; k < m->claims.items[i].count; k++) {
            const char *text = m->claims.items[i].texts[k];
            if (member_read(text, &known) && names(known.type, type) &&
                is_elsewhere(t, &l, text, p))
                return true;
        }
    return false;
}

struct place types_struct_at(struct types *t, LLVMValueRef v, struct place p, LLVMTypeRef type)
{
    uint64_t size = LLVMABISizeOfType(t->target, type);
    if (p.node == NO_NODE || !size)
        return p;
    p = graph_find(&t->graph, p);
    struct window w = window_of(t, v, &p, size); /* an array of such structs */
    if (is_no_struct(t, v, &p, type) ||
        (w.size && types_modulo(p.off - w.low, gcd_of(size, w.period))))
        return types_nowhere();
    p.window = w.size ? w : p.window;
    return p;
}

/* ---- what is done in code that is not differentiated ----------------------------------------- */

static bool moves_numbers(LLVMValueRef v, struct map *seen);

/* What is loaded from a variable that has the pointer is used for that, too. */
static bool variable_moves_numbers(LLVMValueRef variable, struct map *seen)
{
    if (!LLVMIsAAllocaInst(variable))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable;
        bool used = !store && !member_is_lifetime(user);
        if (used && (!LLVMIsALoadInst(user) || !moves_numbers(user, seen)))
            return false;
    }
    return true;
}

static bool use_moves_numbers(LLVMValueRef user, LLVMValueRef v, struct map *seen)
{
    if (LLVMIsAICmpInst(user))
        return true;
    if (LLVMIsALoadInst(user))
        return types_is_fp_value(LLVMTypeOf(user));
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v)
        return variable_moves_numbers(LLVMGetOperand(user, 1), seen);
    if (LLVMIsAStoreInst(user))
        return types_is_fp_value(LLVMTypeOf(LLVMGetOperand(user, 0)));
    return member_step_count(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind &&
           moves_numbers(user, seen);
}

/* All that is accessed through the pointer is loaded and stored as floating-point values. */
static bool moves_numbers(LLVMValueRef v, struct map *seen)
{
    if (map_get(seen, v))
        return true;
    map_put(seen, v, v);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!use_moves_numbers(LLVMGetUser(u), v, seen))
            return false;
    return true;
}

bool types_operand_is_array(struct types *t, LLVMValueRef call, unsigned operand,
                            LLVMValueRef param)
{
    const char *texts[MEMBERS_MAX];
    struct member_known m;
    struct map seen;
    unsigned n = member_of_operand(t->arena, call, operand, texts);
    if (!n || !member_read(texts[n - 1], &m) || m.element == '-')
        return false;
    map_init(&seen, t->arena);
    if (!moves_numbers(param, &seen))
        return false;
    struct place at = types_place_of(t, LLVMGetOperand(call, operand));
    LLVMTypeRef type =
        m.element == 'd' ? LLVMDoubleTypeInContext(t->context) : LLVMFloatTypeInContext(t->context);
    at.stride = gcd_of(at.stride, types_size(t, type));
    at.hi = NO_BOUND;
    if (at.window.size)
        types_add(t, at, ENTRY_FLOAT, LEVEL_ACCESS, type);
    return true;
}
