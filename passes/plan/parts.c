/* See parts.h. */
#include "plan/parts.h"
#include "base/type.h"
#include "facts/bytes.h"
#include "facts/words.h"

static struct plan_sources *new_sources(const struct activity_facts *a, LLVMValueRef const *items,
                                        unsigned count)
{
    struct plan_sources *sources = ARENA_NEW(a->f->arena, struct plan_sources);
    sources->items = ARENA_ARRAY(a->f->arena, struct plan_source, count);
    sources->count = count;
    for (unsigned i = 0; i < count; i++)
        sources->items[i] = (struct plan_source){items[i], true};
    return sources;
}

/* The tangent of a value is at hand where the value is; but not that of the bytes of a load, nor of
 * an earlier one. */
const struct plan_sources *plan_parts_stored(struct activity_context *c,
                                             const struct activity_facts *a, LLVMValueRef store)
{
    struct byte_roots roots;
    if (!bytes_stored_roots(c, a, store, &roots))
        return NULL;
    struct plan_sources *sources = new_sources(a, roots.items, roots.count);
    sources->phi = roots.phi, sources->more = roots.more;
    for (unsigned i = 0; i < roots.count; i++)
        sources->items[i].noted =
            func_id(a->f, roots.items[i]) != NO_ID &&
            (roots.phi || !(activity_state(c, a, roots.items[i]) & STATE_VARIED));
    return sources;
}

const struct plan_sources *plan_addresses_stored(struct activity_context *c,
                                                 const struct activity_facts *a, LLVMValueRef store)
{
    struct address_roots roots;
    if (!bytes_address_roots(c, a, store, a->f->arena, &roots))
        return NULL;
    struct plan_sources *sources = new_sources(a, roots.loads.items, roots.loads.count);
    sources->phi = roots.phi, sources->certain = roots.certain;
    return sources;
}

const struct plan_sources *plan_words_narrowed(struct activity_context *c,
                                               const struct activity_facts *a, LLVMValueRef v)
{
    struct narrow_roots roots;
    words_narrow_roots(c, a, a->f->arena, v, &roots);
    struct plan_sources *sources = new_sources(a, roots.items.items, roots.items.count);
    sources->phi = roots.phi, sources->certain = roots.certain;
    return sources;
}

static LLVMTypeRef adjoint_type(struct activity_context *c, LLVMValueRef v)
{
    LLVMTypeRef t = activity_adjoint_type(c, v);
    return t ? t : LLVMTypeOf(v);
}

/* A value, or an integer that may be part of one, is stored as it was loaded, where the kind map
 * follows its bytes. */
static bool moves_followed(struct activity_context *c, const struct activity_facts *a,
                           const struct plan_bytes *bytes, LLVMValueRef store)
{
    LLVMValueRef load = LLVMGetOperand(store, 0);
    LLVMTypeRef t = LLVMTypeOf(load);
    if (!LLVMIsALoadInst(load) || !bytes[func_id(a->f, load)].followed ||
        !bytes[func_id(a->f, store)].followed)
        return false;
    return type_is_fp(t) || (LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
                             LLVMGetTypeKind(adjoint_type(c, load)) == LLVMIntegerTypeKind);
}

bool plan_moves_bytes(struct activity_context *c, const struct activity_facts *a,
                      const struct plan_bytes *bytes, LLVMValueRef store)
{
    return bytes_moved(c, a, store) || moves_followed(c, a, bytes, store);
}

/* ---- what has to be noted ---- */

static void note_parts(const struct func *f, const struct plan_sources *sources,
                       struct plan_bytes *bytes)
{
    for (unsigned i = 0; i < sources->count; i++) {
        if (!sources->items[i].noted)
            continue;
        struct plan_bytes *b = &bytes[func_id(f, sources->items[i].value)];
        b->kept = true;
        b->ever |= sources->phi;
    }
}

static void note_addresses(const struct func *f, const struct plan_sources *sources,
                           struct plan_bytes *bytes)
{
    for (unsigned i = 0; i < sources->count && !sources->certain; i++) {
        struct plan_bytes *b = &bytes[func_id(f, sources->items[i].value)];
        b->perhaps_bytes = true;
        b->ever |= sources->phi;
    }
}

static void note_words(const struct func *f, const struct plan_sources *sources,
                       struct plan_bytes *bytes)
{
    for (unsigned i = 0; i < sources->count; i++) {
        struct plan_bytes *b = &bytes[func_id(f, sources->items[i].value)];
        b->perhaps_word = true;
        b->ever |= sources->phi;
    }
}

void plan_parts(const struct activity_facts *a, const struct plan_bytes_wish *wish,
                struct plan_bytes *bytes)
{
    const struct func *f = a->f;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        const struct plan_store *store = bytes[v].store;
        if (store && store->stored == STORED_MOVED)
            bytes[func_id(f, LLVMGetOperand(f->values[v], 0))].moved = true;
        else if (store && store->parts && wish->forward)
            note_parts(f, store->parts, bytes);
        if (store && store->addresses)
            note_addresses(f, store->addresses, bytes);
        if (bytes[v].parts_of_words)
            note_words(f, bytes[v].parts_of_words, bytes);
    }
}

/* ---- tangents that are lost ---- */

struct losses {
    struct activity_context *c;
    const struct activity_facts *a;
    struct plan_bytes *bytes;
};

static bool loses(const struct losses *l, unsigned v)
{
    LLVMValueRef inst = l->a->f->values[v];
    if (LLVMIsALoadInst(inst))
        return l->bytes[v].followed;
    return l->a->f->calls[v].cls == CALL_NONDIFFERENTIABLE ||
           bytes_address_as_number(l->c, l->a, inst);
}

/* The tangent goes where the value goes, or may. */
static bool passes_on(const struct losses *l, unsigned v)
{
    LLVMValueRef inst = l->a->f->values[v];
    return !LLVMIsALoadInst(inst) && !LLVMIsAInsertValueInst(inst) && !LLVMIsAAtomicRMWInst(inst) &&
           !rule_has_derivative_function(l->a->f->calls[v].cls);
}

static bool takes_lost(const struct losses *l, unsigned v)
{
    const struct func *f = l->a->f;
    for (unsigned k = 0, n = func_operand_count(f, v); k < n; k++) {
        unsigned id = func_id(f, LLVMGetOperand(f->values[v], k));
        if (id != NO_ID && l->bytes[id].lost)
            return true;
    }
    return false;
}

static bool find_lost(const struct losses *l)
{
    bool changed = false;
    for (unsigned v = l->a->f->arg_count; v < l->a->f->value_count; v++) {
        if (l->bytes[v].lost || !activity_active(l->a, v))
            continue;
        l->bytes[v].lost = loses(l, v) || (passes_on(l, v) && takes_lost(l, v));
        changed |= l->bytes[v].lost;
    }
    return changed;
}

/* The tangents of its operands are put into memory, or handed on. */
static bool uses_tangents(const struct losses *l, const struct plan_bytes_wish *wish, unsigned v)
{
    LLVMValueRef inst = l->a->f->values[v];
    enum call_class cls = l->a->f->calls[v].cls;
    if (LLVMIsAStoreInst(inst))
        return !wish->forward || !plan_moves_bytes(l->c, l->a, l->bytes, inst);
    return LLVMIsAInsertValueInst(inst) || LLVMIsAAtomicRMWInst(inst) ||
           rule_has_derivative_function(cls) || cls == CALL_CAS;
}

void plan_lost(struct activity_context *c, const struct activity_facts *a,
               const struct plan_bytes_wish *wish, struct plan_bytes *bytes)
{
    struct losses l = {c, a, bytes};
    while (find_lost(&l))
        ;
    for (unsigned v = a->f->arg_count; v < a->f->value_count; v++)
        bytes[v].checks_lost = takes_lost(&l, v) && uses_tangents(&l, wish, v);
}
