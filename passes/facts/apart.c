#include "facts/apart.h"
#include "base/limits.h"
#include "ir/scopes.h"
#include <string.h>

LIMIT(ORIGINS_MAX, 16); /* of a pointer */
LIMIT(CHAIN_MAX, 8);    /* phis from a pointer to an allocation */

/* A scope that is declared more than once: nothing is known of it. */
#define SCOPE_UNKNOWN UINTPTR_MAX

/* Objects that are apart (ir/scopes.h): each is a bit. */
struct apart {
    struct func *f;
    struct map scope_loops; /* alias scope -> loop in which it is declared + 2 (1: in none) */
    unsigned count, domain_count;
    LLVMMetadataRef names[SCOPES_MAX], domain_names[SCOPES_MAX];
    uint64_t domains[SCOPES_MAX];
    uint64_t *of, *not_of; /* per value: what it is an access to, and to none of which it is */
    uint64_t *hold;        /* per loop, and last for the whole function: those that stay the same in
                              all iterations */
    struct bits local;     /* per value: memory of which nobody else has the address */
    unsigned *seen, *todo; /* blocks, of a walk: for its own use */
};

/* ---- objects that are apart ------------------------------------------------------------------ */

/* llvm.experimental.noalias.scope.decl marks from where on a scope names the same memory: in one
 * iteration of the loop around it. */
static void find_scopes(struct apart *a)
{
    struct func *f = a->f;
    map_init(&a->scope_loops, f->arena);
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMMetadataRef scope = scopes_declared(f->values[v]);
        unsigned l = func_loop_of(f, v);
        uintptr_t loop = l == NO_ID ? 1u : l + 2u;
        if (scope && map_get(&a->scope_loops, scope))
            loop = SCOPE_UNKNOWN;
        if (scope)
            map_put(&a->scope_loops, scope, (void *)loop);
    }
}

/* Two accesses in one run of `loop` may use what the scope says. */
static bool scope_holds(const struct apart *a, LLVMMetadataRef scope, unsigned loop)
{
    uintptr_t l = (uintptr_t)map_get(&a->scope_loops, scope);
    if (!l || l == SCOPE_UNKNOWN)
        return false;
    unsigned declared = (unsigned)l - 2;
    return l == 1 ||
           (loop != NO_ID && loop != declared && func_loop_contains(a->f, declared, loop));
}

static unsigned find_name(LLVMMetadataRef *names, unsigned *count, LLVMMetadataRef name)
{
    for (unsigned i = 0; i < *count; i++)
        if (names[i] == name)
            return i;
    if (*count < SCOPES_MAX)
        names[*count] = name;
    return *count < SCOPES_MAX ? (*count)++ : SCOPES_MAX;
}

/* The bits of n scopes; *whole: there is one for each. */
static uint64_t bits_of_scopes(struct apart *a, const LLVMMetadataRef *scopes, unsigned n,
                               bool *whole)
{
    uint64_t bits = 0;
    *whole = n < SCOPES_MAX;
    for (unsigned i = 0; i < n; i++) {
        unsigned k = find_name(a->names, &a->count, scopes[i]),
                 d = find_name(
                     a->domain_names, &a->domain_count,
                     scopes_domain_of(a->f->arena, scopes[i], LLVMGetModuleContext(a->f->module)));
        if (k == SCOPES_MAX || d == SCOPES_MAX) {
            *whole = false;
            continue;
        }
        a->domains[d] |= UINT64_C(1) << k;
        bits |= UINT64_C(1) << k;
    }
    return bits;
}

static void find_objects_of(struct apart *a, unsigned v)
{
    struct func *f = a->f;
    LLVMMetadataRef scopes[SCOPES_MAX];
    LLVMValueRef inst = f->values[v];
    bool whole;
    if (!LLVMIsALoadInst(inst) && !LLVMIsAStoreInst(inst) && !LLVMIsAMemSetInst(inst))
        return;
    unsigned n = scopes_of(f->arena, inst, scopes);
    uint64_t of = bits_of_scopes(a, scopes, n, &whole);
    a->of[v] = whole ? of : 0; /* as if it said nothing */
    n = scopes_not_of(f->arena, inst, scopes);
    a->not_of[v] = bits_of_scopes(a, scopes, n, &whole);
}

static void find_objects(struct apart *a)
{
    struct func *f = a->f;
    a->of = ARENA_ARRAY(f->arena, uint64_t, f->value_count);
    a->not_of = ARENA_ARRAY(f->arena, uint64_t, f->value_count);
    a->hold = ARENA_ARRAY(f->arena, uint64_t, f->loop_count + 1);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        find_objects_of(a, v);
    for (unsigned l = 0; l <= f->loop_count; l++)
        for (unsigned i = 0; i < a->count; i++)
            if (scope_holds(a, a->names[i], l < f->loop_count ? l : NO_ID))
                a->hold[l] |= UINT64_C(1) << i;
}

/* Whatever object of a domain v accesses is none of those that w does, by scopes that hold. */
static bool is_none_of(const struct apart *a, unsigned v, unsigned w, uint64_t hold)
{
    for (unsigned d = 0; d < a->domain_count; d++) {
        uint64_t of = a->of[v] & a->domains[d];
        if (of && !(of & ~hold) && !(of & ~a->not_of[w]))
            return true;
    }
    return false;
}

bool apart_objects(const struct apart *a, unsigned v, unsigned w, unsigned loop)
{
    return apart_team_objects(a, v, w, a->hold[loop == NO_ID ? a->f->loop_count : loop]);
}

bool apart_team_objects(const struct apart *a, unsigned v, unsigned w, uint64_t scopes)
{
    return is_none_of(a, v, w, scopes) || is_none_of(a, w, v, scopes);
}

static bool is_uniform(const struct func *f, LLVMValueRef v, const struct bits *uniform)
{
    unsigned id = func_id(f, v);
    return id == NO_ID ? LLVMIsAConstantInt(v) || LLVMIsAGlobalValue(v) : bits_get(uniform, id);
}

/* How many tests of disjointness the condition has; *same: their operands are uniform. */
static unsigned tests_in(const struct func *f, LLVMValueRef condition, const struct bits *uniform,
                         bool *same)
{
    unsigned id = func_id(f, condition);
    if (id == NO_ID || id < f->arg_count)
        return 0;
    if (LLVMGetInstructionOpcode(condition) == LLVMAnd)
        return tests_in(f, LLVMGetOperand(condition, 0), uniform, same) +
               tests_in(f, LLVMGetOperand(condition, 1), uniform, same);
    if (f->calls[id].cls != CALL_DISJOINT)
        return 0;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(condition); k++)
        *same &= is_uniform(f, LLVMGetOperand(condition, k), uniform);
    return 1;
}

/* The block begins where such a test has found objects apart. */
static bool begins_behind_test(const struct func *f, unsigned b, const struct bits *uniform)
{
    const struct func_block *block = &f->blocks[b];
    if (block->pred_count != 1)
        return false;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(f->blocks[block->preds[0]].ref);
    bool same = true;
    return LLVMGetInstructionOpcode(branch) == LLVMBr && LLVMIsConditional(branch) &&
           LLVMGetSuccessor(branch, 0) == block->ref && LLVMGetSuccessor(branch, 1) != block->ref &&
           tests_in(f, LLVMGetCondition(branch), uniform, &same) && same;
}

uint64_t apart_team_scopes(const struct apart *a, const struct bits *uniform)
{
    const struct func *f = a->f;
    uint64_t found = 0;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMMetadataRef scope = scopes_declared(f->values[v]);
        for (unsigned i = 0; scope && i < a->count; i++)
            if (a->names[i] == scope && begins_behind_test(f, f->block_of[v], uniform))
                found |= UINT64_C(1) << i;
    }
    return found & a->hold[f->loop_count];
}

bool apart_scopes_hold(const struct apart *a, LLVMValueRef inst, unsigned loop)
{
    static const char *const kinds[] = {"alias.scope", "noalias"};
    LLVMContextRef c = LLVMGetModuleContext(a->f->module);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef list = LLVMGetMetadata(
            inst, LLVMGetMDKindIDInContext(c, kinds[k], (unsigned)strlen(kinds[k])));
        unsigned n = list ? LLVMGetMDNodeNumOperands(list) : 0;
        LLVMValueRef *scopes = ARENA_ARRAY(a->f->arena, LLVMValueRef, n);
        if (n)
            LLVMGetMDNodeOperands(list, scopes);
        for (unsigned i = 0; i < n; i++)
            if (!scopes_is_named(a->f->arena, scopes[i]) &&
                !scope_holds(a, LLVMValueAsMetadata(scopes[i]), loop))
                return false;
    }
    return true;
}

/* ---- local memory ---------------------------------------------------------------------------- */

static bool is_allocation(const struct func *f, unsigned v)
{
    enum call_class cls = f->calls[v].cls;
    return LLVMIsAAllocaInst(f->values[v]) || cls == CALL_ALLOC || cls == CALL_TAPE_ALLOC;
}

static void find_local(struct apart *a)
{
    struct func *f = a->f;
    a->local = bits_new(f->arena, f->value_count);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (is_allocation(f, v) && !ezb_captured(f->cx, f->values[v], 1))
            bits_set(&a->local, v);
}

bool apart_is_local(const struct apart *a, LLVMValueRef base)
{
    unsigned v = func_id(a->f, base);
    return v != NO_ID && bits_get(&a->local, v);
}

/* What a pointer may be based on, phis and selects looked through. */
struct origins {
    LLVMValueRef items[ORIGINS_MAX];
    unsigned count;
    bool too_many;
};

static void add_origin(struct origins *o, LLVMValueRef pointer)
{
    LLVMValueRef v = ezb_underlying_object(pointer, ADDRESS_STEPS);
    for (unsigned i = 0; i < o->count; i++)
        if (o->items[i] == v)
            return;
    if (o->count == ORIGINS_MAX)
        o->too_many = true;
    else
        o->items[o->count++] = v;
}

static struct origins origins_of(LLVMValueRef pointer)
{
    struct origins o = {.count = 0};
    add_origin(&o, pointer);
    for (unsigned i = 0; i < o.count; i++) {
        LLVMValueRef v = o.items[i];
        if (LLVMIsAPHINode(v))
            for (unsigned k = 0, n = LLVMCountIncoming(v); k < n; k++)
                add_origin(&o, LLVMGetIncomingValue(v, k));
        else if (LLVMIsASelectInst(v))
            for (unsigned k = 1; k < 3; k++)
                add_origin(&o, LLVMGetOperand(v, k));
    }
    return o;
}

/* NULL, or what leads to others that are looked at for themselves. */
static bool leads_nowhere(LLVMValueRef origin)
{
    return LLVMIsAConstantPointerNull(origin) || LLVMIsAPHINode(origin) ||
           LLVMIsASelectInst(origin);
}

/* A pointer that no address of other local memory can have become. */
static bool is_from_elsewhere(const struct apart *a, LLVMValueRef origin)
{
    unsigned v = func_id(a->f, origin);
    return LLVMIsAGlobalValue(origin) || LLVMIsAArgument(origin) || LLVMIsALoadInst(origin) ||
           (v != NO_ID && v >= a->f->arg_count && is_allocation(a->f, v));
}

static bool origins_apart(const struct apart *a, LLVMValueRef p, LLVMValueRef q)
{
    return leads_nowhere(p) || leads_nowhere(q) ||
           (p != q && ((apart_is_local(a, p) && is_from_elsewhere(a, q)) ||
                       (apart_is_local(a, q) && is_from_elsewhere(a, p))));
}

bool apart_local(const struct apart *a, LLVMValueRef p, LLVMValueRef q)
{
    struct origins x = origins_of(p), y = origins_of(q);
    bool apart = !x.too_many && !y.too_many;
    for (unsigned i = 0; i < x.count; i++)
        for (unsigned k = 0; k < y.count && apart; k++)
            apart = origins_apart(a, x.items[i], y.items[k]);
    return apart;
}

bool apart_from_call(const struct apart *a, LLVMValueRef p, unsigned call)
{
    struct origins x = origins_of(p);
    for (unsigned i = 0; i < x.count; i++)
        if (!leads_nowhere(x.items[i]) && !apart_is_local(a, x.items[i]))
            return false;
    for (unsigned i = 0, n = func_operand_count(a->f, call); i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(a->f->values[call], i);
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
        if (kind == LLVMPointerTypeKind ? !apart_local(a, p, v)
                                        : kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
                                              kind == LLVMVectorTypeKind)
            return false;
    }
    return !x.too_many;
}

/* ---- fresh memory ---------------------------------------------------------------------------- */

/* Where a walk over the blocks ends: at a value, and at a phi where it gets NULL. */
struct stops {
    unsigned value, phi; /* phi: NO_ID for none */
};

/* The phi is NULL on the way from one block to the other. */
static bool gives_null(const struct func *f, unsigned phi, unsigned from, unsigned to)
{
    if (phi == NO_ID || f->block_of[phi] != to)
        return false;
    LLVMValueRef v = f->values[phi];
    for (unsigned i = 0, n = LLVMCountIncoming(v); i < n; i++)
        if (LLVMGetIncomingBlock(v, i) == f->blocks[from].ref)
            return LLVMIsAConstantPointerNull(LLVMGetIncomingValue(v, i));
    return false;
}

/* Can `to` run behind the value before `first` in this block, without one of the stops in between?
 * Puts the blocks that follow on the list, unless that is decided here. */
static bool reaches_in(const struct apart *a, unsigned block, unsigned first, unsigned to,
                       const struct stops *stops, unsigned *todo)
{
    const struct func_block *b = &a->f->blocks[block];
    unsigned end = b->first + b->count;
    bool here = to >= first && to < end, stopped = stops->value >= first && stops->value < end;
    for (unsigned i = 0; i < b->succ_count && !here && !stopped; i++) {
        unsigned next = b->succs[i];
        if (!gives_null(a->f, stops->phi, block, next) &&
            a->seen[next] != a->seen[a->f->block_count]) {
            a->seen[next] = a->seen[a->f->block_count];
            a->todo[(*todo)++] = next;
        }
    }
    return here && (!stopped || to < stops->value);
}

/* Between `from` and `to` there is always another run of a stop. */
static bool always_through(const struct apart *a, unsigned from, unsigned to,
                           const struct stops *stops)
{
    const struct func *f = a->f;
    bool argument = from < f->arg_count;
    unsigned todo = 0, block = argument ? 0 : f->block_of[from],
             first = argument ? f->blocks[0].first : from + 1;
    a->seen[f->block_count]++; /* the number of this walk */
    for (;;) {
        if (reaches_in(a, block, first, to, stops, &todo))
            return false;
        if (!todo)
            return true;
        block = a->todo[--todo], first = f->blocks[block].first;
    }
}

/* The one pointer that a phi takes, apart from NULL and from what it is made of itself by address
 * arithmetic; NULL if there are several. */
static LLVMValueRef taken_by(LLVMValueRef phi, bool *null)
{
    LLVMValueRef taken = NULL;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i),
                     from = ezb_underlying_object(v, ADDRESS_STEPS);
        *null |= LLVMIsAConstantPointerNull(v) != NULL;
        if (LLVMIsAConstantPointerNull(v) || from == phi)
            continue;
        if (taken && taken != from)
            return NULL;
        taken = from;
    }
    return taken;
}

/* The C library gives a block once until it is freed. An allocator that the program defines may
 * give it again when all of its memory is given up at once, and two mappings may be of one file. */
static bool gives_fresh_memory(const struct func *f, unsigned v)
{
    LLVMValueRef callee = f->calls[v].cls == CALL_ALLOC ? f->calls[v].callee : NULL;
    return callee && LLVMIsDeclaration(callee) && strncmp(LLVMGetValueName(callee), "mmap", 4);
}

/* Phis from a pointer back to the allocation that it comes from, which is last. */
struct chain {
    unsigned links[CHAIN_MAX], count;
    struct stops stops; /* the allocation, and a phi that may be NULL instead */
};

static bool find_chain(const struct func *f, unsigned from, struct chain *c)
{
    *c = (struct chain){.stops = {NO_ID, NO_ID}};
    for (unsigned v = from; v != NO_ID && v >= f->arg_count && c->count < CHAIN_MAX;) {
        bool null = false;
        c->links[c->count++] = v;
        if (gives_fresh_memory(f, v)) {
            c->stops.value = v;
            return true;
        }
        LLVMValueRef next = LLVMIsAPHINode(f->values[v]) ? taken_by(f->values[v], &null) : NULL;
        if (!next || (null && c->stops.phi != NO_ID))
            return false;
        c->stops.phi = null ? v : c->stops.phi;
        v = func_id(f, next);
    }
    return false;
}

/* Whenever the allocation has run, or the phi has got NULL, all phis behind that run before `write`
 * does: it writes to what was allocated last, or nothing. Of two phis of one block the second gets
 * what the first was before. */
static bool writes_to_last(const struct apart *a, const struct chain *c, unsigned write)
{
    unsigned to = write;
    bool behind_null = c->stops.phi != NO_ID;
    for (unsigned i = 0; i + 1 < c->count; i++) {
        const struct stops link = {c->links[i], NO_ID};
        behind_null &= c->links[i] != c->stops.phi;
        if ((i && a->f->block_of[to] == a->f->block_of[link.value]) ||
            !always_through(a, c->stops.value, to, &link) ||
            (behind_null && !always_through(a, c->stops.phi, to, &link)))
            return false;
        to = c->links[i];
    }
    return true;
}

/* What the access leads to was there when `base` got its value. */
static bool base_is_older(const struct apart *a, unsigned access, unsigned write,
                          const struct stops *stops)
{
    LLVMValueRef inst = a->f->values[access],
                 base = LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0);
    for (unsigned i = 0; i < CHAIN_MAX && base; i++) {
        bool null = false;
        base = ezb_underlying_object(base, ADDRESS_STEPS);
        unsigned v = func_id(a->f, base);
        if (v == NO_ID || v == stops->value)
            return false;
        if (always_through(a, v, write, stops))
            return true;
        base = LLVMIsAPHINode(base) ? taken_by(base, &null) : NULL;
    }
    return false;
}

bool apart_fresh(const struct apart *a, unsigned access, unsigned write, unsigned base)
{
    struct chain c;
    return find_chain(a->f, base, &c) && writes_to_last(a, &c, write) &&
           (always_through(a, access, write, &c.stops) ||
            base_is_older(a, access, write, &c.stops));
}

struct apart *apart_find(struct func *f)
{
    struct apart *a = ARENA_NEW(f->arena, struct apart);
    a->f = f;
    a->seen = ARENA_ARRAY(f->arena, unsigned, f->block_count + 1);
    a->todo = ARENA_ARRAY(f->arena, unsigned, f->block_count + 1);
    find_scopes(a);
    find_objects(a);
    find_local(a);
    return a;
}
