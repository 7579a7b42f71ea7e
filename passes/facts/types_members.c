/* Pointers that stay in arrays which are members of structs (ir/members.h).
 *
 * A pointer does if all that is done with it, and with what is calculated from it, has a note that
 * says so. Where the array is follows from where the pointers lead that the address was calculated
 * from: structs begin at known distances from there. */
#include "facts/types_state.h"
#include "ir/members.h"
#include <string.h>

/* Where an array is: `begin` bytes behind what the pointer leads to, and any multiples of step. */
struct member_part {
    LLVMValueRef origin;
    int64_t begin;
    uint64_t size, step;
};

/* What is known of a pointer; parts of one array, seen from all that it is calculated from, are
 * side by side and have one number. */
struct member_pointer {
    bool open; /* nothing is done with it but to calculate pointers on the way round a loop */
    unsigned count;
    const char *texts[MEMBERS_MAX];
    unsigned parts, arrays;
    struct member_part *part;
    unsigned *array_of;
};

static void keep_common(struct member_pointer *m, bool *any, const char *const *texts, unsigned n)
{
    if (*any) {
        m->count = member_common(m->texts, m->count, texts, n);
        return;
    }
    *any = true;
    m->count = n;
    for (unsigned i = 0; i < n; i++)
        m->texts[i] = texts[i];
}

static const struct member_pointer *texts_of(struct types *t, LLVMValueRef v);

/* The arrays that a use of the pointer says it is in; false: the use does not matter. */
static bool texts_of_use(struct types *t, LLVMUseRef use, const char **texts, unsigned *n)
{
    LLVMValueRef user = LLVMGetUser(use), v = LLVMGetUsedValue(use);
    *n = 0;
    if (LLVMIsAICmpInst(user))
        return false;
    if (LLVMIsALoadInst(user) || LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user) ||
        LLVMIsAStoreInst(user)) {
        unsigned address = LLVMIsAStoreInst(user) ? 1 : 0;
        bool only = true; /* it is not stored itself */
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
            only &= (LLVMGetOperand(user, i) == v) == (i == address);
        *n = only ? member_of_access(t->arena, user, texts) : 0;
        return true;
    }
    if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) {
        unsigned operand = 0, times = 0;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == v)
                operand = i, times++;
        *n = times == 1 ? member_of_operand(t->arena, user, operand, texts) : 0;
        return true;
    }
    if (!member_step_count(user) || LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMPointerTypeKind)
        return true;
    const struct member_pointer *m = texts_of(t, user);
    if (m->open)
        return false;
    for (unsigned i = 0; i < m->count; i++)
        texts[i] = m->texts[i];
    *n = m->count;
    return true;
}

static const struct member_pointer *texts_of(struct types *t, LLVMValueRef v)
{
    struct member_pointer *m = map_get(&t->members, v);
    if (m)
        return m;
    m = ARENA_NEW(t->arena, struct member_pointer);
    map_put(&t->members, v, m);
    bool any = false;
    m->open = true;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && (!any || m->count); u = LLVMGetNextUse(u)) {
        const char *texts[MEMBERS_MAX];
        unsigned n;
        if (texts_of_use(t, u, texts, &n))
            keep_common(m, &any, texts, n);
    }
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
    else
        VEC_PUSH(t->arena, &l->values, v);
    for (unsigned i = 0; i < n; i++)
        find_origins(t, member_step(v, i), l);
}

/* Of one array, the parts seen from all origins; false if one of them does not know. */
static bool add_parts(struct types *t, struct member_pointer *m, const struct origin_list *l,
                      const char *text)
{
    struct member_known known;
    unsigned first = m->parts;
    if (!member_read(text, &known))
        return false;
    for (unsigned i = 0; i < l->values.count; i++) {
        struct member_origin o;
        LLVMValueRef v = l->values.items[i];
        if (!member_origin_of(t->arena, v, known.type, &o)) {
            m->parts = first;
            return false;
        }
        m->part[m->parts] =
            (struct member_part){v, o.distance + (int64_t)known.begin, known.size, o.step};
        m->array_of[m->parts++] = m->arrays;
    }
    return true;
}

static const struct member_pointer *member_pointer(struct types *t, LLVMValueRef v)
{
    struct member_pointer *m = (struct member_pointer *)texts_of(t, v);
    if (!m->count || m->part)
        return m;
    struct origin_list l = {0};
    find_origins(t, v, &l);
    unsigned most = m->count * l.values.count;
    m->part = ARENA_ARRAY(t->arena, struct member_part, most);
    m->array_of = ARENA_ARRAY(t->arena, unsigned, most);
    for (unsigned i = 0; i < m->count; i++)
        m->arrays += add_parts(t, m, &l, m->texts[i]);
    return m;
}

static bool is_same_window(struct window a, struct window b)
{
    return a.size == b.size && a.period == b.period &&
           (a.period ? types_modulo(a.low - b.low, a.period) == 0 : a.low == b.low);
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
    struct window w = {from.off + part->begin, part->size, types_gcd(part->step, from.stride)};
    return w.period && w.size >= w.period ? none : w;
}

struct place types_in_member(struct types *t, LLVMValueRef v, struct place p)
{
    const struct member_pointer *m = member_pointer(t, v);
    struct window best = {0};
    for (unsigned i = 0, end; i < m->parts; i = end) {
        struct window w = window_of_part(t, &m->part[i], &p);
        for (end = i + 1; end < m->parts && m->array_of[end] == m->array_of[i]; end++)
            if (!is_same_window(w, window_of_part(t, &m->part[end], &p)))
                w.size = 0;
        if (w.size && (!best.size || w.size < best.size))
            best = w;
    }
    if (best.size) {
        p = graph_find(&t->graph, p);
        p.window = best;
    }
    return p;
}

bool types_operand_is_array(struct types *t, LLVMValueRef call, unsigned operand)
{
    const char *texts[MEMBERS_MAX];
    struct member_known m;
    unsigned n = member_of_operand(t->arena, call, operand, texts);
    if (!n || !member_read(texts[n - 1], &m) || m.element == '-')
        return false;
    struct place at = types_place_of(t, LLVMGetOperand(call, operand));
    LLVMTypeRef type =
        m.element == 'd' ? LLVMDoubleTypeInContext(t->context) : LLVMFloatTypeInContext(t->context);
    at.stride = types_gcd(at.stride, types_size(t, type));
    at.hi = NO_BOUND;
    if (at.window.size)
        types_add(t, at, ENTRY_FLOAT, LEVEL_ACCESS, type);
    return true;
}
