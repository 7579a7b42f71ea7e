#include "facts/apart.h"
#include "base/limits.h"
#include "ir/scopes.h"
#include <string.h>

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

/* Whatever object of a domain v accesses is none of those that w does: in all iterations of `loop`,
 * NO_ID for the whole function. */
static bool is_none_of(const struct apart *a, unsigned v, unsigned w, unsigned loop)
{
    uint64_t hold = a->hold[loop == NO_ID ? a->f->loop_count : loop];
    for (unsigned d = 0; d < a->domain_count; d++) {
        uint64_t of = a->of[v] & a->domains[d];
        if (of && !(of & ~hold) && !(of & ~a->not_of[w]))
            return true;
    }
    return false;
}

bool apart_objects(const struct apart *a, unsigned v, unsigned w, unsigned loop)
{
    return is_none_of(a, v, w, loop) || is_none_of(a, w, v, loop);
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
            if (!scope_holds(a, LLVMValueAsMetadata(scopes[i]), loop))
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

/* A pointer that no address of local memory can have become. */
static bool is_from_elsewhere(const struct apart *a, LLVMValueRef base)
{
    unsigned v = func_id(a->f, base);
    return LLVMIsAGlobalValue(base) || LLVMIsAArgument(base) || LLVMIsALoadInst(base) ||
           (v != NO_ID && v >= a->f->arg_count && is_allocation(a->f, v));
}

bool apart_local(const struct apart *a, LLVMValueRef p, LLVMValueRef q)
{
    return p != q && ((apart_is_local(a, p) && is_from_elsewhere(a, q)) ||
                      (apart_is_local(a, q) && is_from_elsewhere(a, p)));
}

/* ---- fresh memory ---------------------------------------------------------------------------- */

/* Can `to` run behind the value before `first` in this block, without `through` in between? Puts
 * the blocks that follow on the list, unless that is decided here. */
static bool reaches_in(const struct apart *a, unsigned block, unsigned first, unsigned to,
                       unsigned through, unsigned *todo)
{
    const struct func_block *b = &a->f->blocks[block];
    unsigned end = b->first + b->count;
    bool here = to >= first && to < end, stopped = through >= first && through < end;
    for (unsigned i = 0; i < b->succ_count && !here && !stopped; i++) {
        unsigned next = b->succs[i];
        if (a->seen[next] != a->seen[a->f->block_count]) {
            a->seen[next] = a->seen[a->f->block_count];
            a->todo[(*todo)++] = next;
        }
    }
    return here && (!stopped || to < through);
}

/* Between `from` and `to` there is always another run of `through`. */
static bool always_through(const struct apart *a, unsigned from, unsigned to, unsigned through)
{
    const struct func *f = a->f;
    bool argument = from < f->arg_count;
    unsigned todo = 0, block = argument ? 0 : f->block_of[from],
             first = argument ? f->blocks[0].first : from + 1;
    a->seen[f->block_count]++; /* the number of this walk */
    for (;;) {
        if (reaches_in(a, block, first, to, through, &todo))
            return false;
        if (!todo)
            return true;
        block = a->todo[--todo], first = f->blocks[block].first;
    }
}

/* The pointer of the access had its value before the memory was allocated, or the access itself ran
 * before. */
bool apart_fresh(const struct apart *a, unsigned access, unsigned write, unsigned fresh)
{
    const struct func *f = a->f;
    if (f->calls[fresh].cls != CALL_ALLOC)
        return false;
    LLVMValueRef inst = f->values[access];
    unsigned base =
        func_id(f, ezb_underlying_object(LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0),
                                         ADDRESS_STEPS));
    return always_through(a, access, write, fresh) ||
           (base != NO_ID && base != fresh && always_through(a, base, write, fresh));
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
