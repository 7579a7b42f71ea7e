/* Fields nobody accesses: taken from the struct types of the module.
 *
 * Where a copy has bytes without any evidence, every struct type of its size that agrees with the
 * known elements is asked what these bytes are (padding, in most cases). The answer counts if all
 * of them agree; without any known element it would be a guess. The types are those of the whole
 * module (derivatives made before are not part of it), collected at the first question: the user's
 * own functions keep what preparation has rewritten to byte offsets. */
#include "facts/types_state.h"
#include <string.h>

struct known_struct {
    uint64_t size;
    unsigned first, count; /* of leaves */
};

struct known_structs {
    struct map seen;
    VEC(LLVMTypeRef) types;
    VEC(struct known_struct) structs;
    struct types scratch; /* collects the leaves of all of them; node = number of the struct */
};

static void meet_type(struct known_structs *k, LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || !LLVMTypeIsSized(type) ||
        map_get(&k->seen, type))
        return;
    map_put(&k->seen, type, type);
    VEC_PUSH(k->seen.arena, &k->types, type);
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        meet_type(k, LLVMStructGetTypeAtIndex(type, i));
}

static void meet_function(struct known_structs *k, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAGetElementPtrInst(i))
                meet_type(k, LLVMGetGEPSourceElementType(i));
            else if (LLVMIsAAllocaInst(i))
                meet_type(k, LLVMGetAllocatedType(i));
}

/* The leaves of one struct, by the rules for declared types, in a node of its own. */
static void flatten(struct known_structs *k, LLVMTypeRef type)
{
    struct known_struct s = {LLVMABISizeOfType(k->scratch.target, type), k->scratch.entries.count,
                             0};
    types_add_leaves(&k->scratch, graph_fresh(&k->scratch.graph), type, LEVEL_DECLARED);
    s.count = k->scratch.entries.count - s.first;
    VEC_PUSH(k->seen.arena, &k->structs, s);
}

static struct known_structs *collect(struct types *t)
{
    struct arena *a = t->program->arena;
    struct known_structs *k = ARENA_NEW(a, struct known_structs);
    map_init(&k->seen, a);
    k->scratch =
        (struct types){.arena = a, .target = t->target, .context = t->context, .final = true};
    k->scratch.graph.arena = a;
    k->scratch.declared_cache = ARENA_ARRAY(a, struct declared_key, DECLARED_CACHE);
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->module); g; g = LLVMGetNextGlobal(g))
        meet_type(k, LLVMGlobalGetValueType(g));
    for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f))
        if (strncmp(LLVMGetValueName(f), "enz.", 4))
            meet_function(k, f);
    for (unsigned i = 0; i < k->types.count; i++)
        flatten(k, k->types.items[i]);
    return k;
}

/* The leaf that covers byte x; *inside: bytes of it before x. */
static const struct entry *leaf_at(const struct known_structs *k, const struct known_struct *s,
                                   uint64_t x, uint64_t *inside)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct entry *e = &k->scratch.entries.items[s->first + i];
        int64_t rel = (int64_t)x - e->off;
        if (rel < 0 || (e->stride && (int64_t)x >= e->hi))
            continue;
        *inside = e->stride ? (uint64_t)rel % e->stride : (uint64_t)rel;
        if (*inside < e->size)
            return e;
    }
    return NULL;
}

static enum entry_kind entry_kind_of(enum elem_kind kind)
{
    return kind == ELEM_FLOAT ? ENTRY_FLOAT : kind == ELEM_PTR ? ENTRY_PTR : ENTRY_INT;
}

static bool agrees(const struct known_structs *k, const struct known_struct *s,
                   const struct listed *l)
{
    for (unsigned i = 0; i < l->count; i++) {
        const struct type_elem *x = &l->items[i];
        uint64_t inside;
        if (x->kind == ELEM_UNTYPED)
            continue;
        const struct entry *e = leaf_at(k, s, x->offset, &inside);
        if (!e || e->kind != entry_kind_of(x->kind) ||
            (x->kind == ELEM_FLOAT && e->type != x->type) || (x->kind != ELEM_INT && inside))
            return false;
    }
    return true;
}

static bool same_leaf(const struct entry *a, const struct entry *b)
{
    return a->kind == b->kind && a->size == b->size && (a->kind == ENTRY_PAD || a->type == b->type);
}

/* The leaf at byte x by all structs that agree with l; NULL if they differ or there is none. */
static const struct entry *common_leaf(const struct known_structs *k, uint64_t size,
                                       const struct listed *l, uint64_t x, uint64_t *inside)
{
    const struct entry *common = NULL;
    for (unsigned i = 0; i < k->structs.count; i++) {
        const struct known_struct *s = &k->structs.items[i];
        uint64_t at;
        if (s->size != size || !agrees(k, s, l))
            continue;
        const struct entry *e = leaf_at(k, s, x, &at);
        if (!e || (common && (!same_leaf(e, common) || at != *inside)))
            return NULL;
        common = e;
        *inside = at;
    }
    return common;
}

bool types_match_gap(struct types *t, uint64_t size, struct listed *l, uint64_t from, uint64_t to)
{
    struct listed known = *l;
    if (!known.count)
        return false;
    if (!t->program->known)
        t->program->known = collect(t);
    while (from < to) {
        uint64_t inside = 0;
        const struct entry *e = common_leaf(t->program->known, size, &known, from, &inside);
        if (!e ||
            ((e->kind == ENTRY_FLOAT || e->kind == ENTRY_PTR) && (inside || from + e->size > to)))
            return false;
        struct type_elem x = {from,
                              e->kind == ENTRY_FLOAT ? ELEM_FLOAT
                              : e->kind == ENTRY_PTR ? ELEM_PTR
                                                     : ELEM_INT,
                              e->type, 0};
        if (e->kind != ENTRY_PAD)
            VEC_PUSH(t->arena, l, x);
        from += e->size - inside;
    }
    return true;
}
