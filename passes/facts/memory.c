/* Can a value loaded from memory be loaded again later, with the same result? */
#include "facts/memory.h"
#include "base/limits.h"
#include "base/target.h"
#include "base/team.h"
#include "facts/activity.h"
#include "facts/apart.h"
#include "facts/final.h"
#include "facts/types.h"
#include "facts/sharing.h"
#include "ir/code.h"
#include "ir/marks.h"
#include "ir/text.h"
#include "rules/rules.h"
#include <stdio.h>
#include <string.h>

struct memory {
    struct func *f;
    VEC(unsigned) writers; /* instructions that may write memory other than their own bookkeeping */
    struct bits *reach; /* per block: blocks that can run after it, itself included; inside a loop:
                           in the same iteration */
    LLVMValueRef *base; /* per writer: underlying object of the location written, or NULL */
    struct bits deferrable; /* per value: a store that can wait for the end of the derivative */
    struct bits deferred;   /* per value: a store that does */
    struct memory_context context;
    struct apart *apart;
    struct final *final;  /* of stores in loops */
    struct bits put_back; /* per loop: an iteration needs its loads only while it is reversed;
                             before that all is put back which stores behind say they overwrite */
};

static bool writes_program_memory(const struct func *f, unsigned v)
{
    switch (f->calls[v].cls) {
    case CALL_NOP:
    case CALL_SNAPSHOT:
    case CALL_ALLOC: /* fresh memory */
    case CALL_TAPE_ALLOC:
    case CALL_FREE: /* postponed */
    case CALL_STACKSAVE:
    case CALL_STACKRESTORE: return false;
    default: return ezb_inst_writes(f->values[v]);
    }
}

static LLVMValueRef written_pointer(const struct func *f, unsigned v)
{
    LLVMValueRef inst = f->values[v];
    switch (f->calls[v].cls) {
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
    case CALL_MEMSET: return LLVMGetOperand(inst, 0);
    default: return LLVMGetInstructionOpcode(inst) == LLVMStore ? LLVMGetOperand(inst, 1) : NULL;
    }
}

static bool only_reads_operand(LLVMValueRef call, LLVMValueRef fn, unsigned k)
{
    static const char *const names[] = {"readonly", "readnone"};
    for (unsigned i = 0; i < 2; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        if (LLVMGetCallSiteEnumAttribute(call, k + 1, kind) ||
            (fn && k < LLVMCountParams(fn) && LLVMGetEnumAttributeAtIndex(fn, k + 1, kind)))
            return true;
    }
    return false;
}

/* Of a stream, or a constant. */
static bool leads_to_none_of_program(LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    if (LLVMIsALoadInst(base))
        return LLVMIsAGlobalVariable(LLVMGetOperand(base, 0)) &&
               rule_library_variable(LLVMGetOperand(base, 0));
    return LLVMIsAConstantPointerNull(base) ||
           (LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base));
}

/* printf and the like, where they get nothing to write to: text, a seed or a date. */
static bool gets_nothing_to_write(const struct func *f, unsigned v)
{
    LLVMValueRef call = f->values[v];
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(o)) == LLVMPointerTypeKind && !leads_to_none_of_program(o) &&
            !only_reads_operand(call, f->calls[v].callee, k))
            return false;
    }
    return true;
}

static bool writes_for_others(const struct func *f, unsigned v)
{
    const struct call_info *call = &f->calls[v];
    if (!writes_program_memory(f, v) || (call->cls != CALL_SYNC && sharing_is_of_runtime(f, v)))
        return false;
    if (call->cls == CALL_RULE)
        return rule_writes(call->rule);
    return !call->listed || !gets_nothing_to_write(f, v);
}

bool memory_is_last_write(const struct func *f, unsigned v, memory_spares *spares, const void *user)
{
    struct bits seen = bits_new(f->arena, f->block_count);
    VEC(unsigned) work = {0};
    const struct func_block *own = &f->blocks[f->block_of[v]];
    for (unsigned w = v + 1; w < own->first + own->count; w++)
        if (writes_for_others(f, w) && !(spares && spares(user, w)))
            return false;
    VEC_PUSH(f->arena, &work, f->block_of[v]);
    for (unsigned i = 0; i < work.count; i++) {
        const struct func_block *from = &f->blocks[work.items[i]];
        for (unsigned k = 0; k < from->succ_count; k++)
            if (bits_set(&seen, from->succs[k]))
                VEC_PUSH(f->arena, &work, from->succs[k]);
    }
    for (unsigned b = 0; b < f->block_count; b++)
        for (unsigned w = f->blocks[b].first;
             bits_get(&seen, b) && w < f->blocks[b].first + f->blocks[b].count; w++)
            if (writes_for_others(f, w) && !(spares && spares(user, w)))
                return false;
    return true;
}

/* Blocks reached without taking a back edge. */
static void reach_forward(struct memory *m)
{
    struct func *f = m->f;
    for (unsigned b = f->block_count; b-- > 0;) {
        m->reach[b] = bits_new(f->arena, f->block_count);
        bits_set(&m->reach[b], b);
        for (unsigned i = 0; i < f->blocks[b].succ_count; i++) {
            unsigned s = f->blocks[b].succs[i];
            if (s > b) /* a smaller number is a loop header: back edge */
                for (unsigned w = 0; w < (f->block_count + 63) / 64; w++)
                    m->reach[b].words[w] |= m->reach[s].words[w];
        }
    }
}

/* What lies behind a loop is reached from everywhere in it, if only through another iteration. */
static void compute_reach(struct memory *m)
{
    struct func *f = m->f;
    unsigned words = (f->block_count + 63) / 64;
    m->reach = ARENA_ARRAY(f->arena, struct bits, f->block_count);
    reach_forward(m);
    struct bits *behind = ARENA_ARRAY(f->arena, struct bits, f->loop_count);
    for (unsigned l = 0; l < f->loop_count; l++) {
        behind[l] = bits_new(f->arena, f->block_count);
        for (unsigned b = 0; b < f->block_count; b++)
            if (bits_get(&m->reach[f->loops[l].header], b) &&
                !func_loop_contains(f, l, f->blocks[b].loop))
                bits_set(&behind[l], b);
    }
    for (unsigned b = 0; b < f->block_count; b++)
        for (unsigned l = f->blocks[b].loop; l != NO_ID; l = f->loops[l].parent)
            for (unsigned w = 0; w < words; w++)
                m->reach[b].words[w] |= behind[l].words[w];
}

static LLVMValueRef accessed_pointer(LLVMValueRef access)
{
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

static LLVMTypeRef accessed_type(LLVMValueRef access)
{
    return LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
}

bool memory_ends_program(const struct memory *m, unsigned b)
{
    unsigned last = m->f->return_block;
    return last != NO_ID && !bits_get(&m->reach[b], last);
}

/* ---- bases: what a pointer is based on, as values that stay the same while a loop runs ---- */

LIMIT(BASES_MAX, 16);
struct bases {
    LLVMValueRef items[BASES_MAX];
    unsigned count;
    bool too_many;
};

static void add_base(struct bases *b, LLVMValueRef v)
{
    for (unsigned i = 0; i < b->count; i++)
        if (b->items[i] == v)
            return;
    if (b->count == BASES_MAX)
        b->too_many = true;
    else
        b->items[b->count++] = v;
}

/* Phis and selects inside `loop` (NO_ID: anywhere) are looked through: they name different memory
 * in different iterations. */
static struct bases bases_of(const struct memory *m, LLVMValueRef pointer, unsigned loop)
{
    const struct func *f = m->f;
    struct bases found = {.count = 0},
                 work = {.items = {ezb_underlying_object(pointer, ADDRESS_STEPS)}, .count = 1};
    for (unsigned i = 0; i < work.count; i++) {
        LLVMValueRef v = work.items[i];
        unsigned id = func_id(f, v);
        bool inside =
            id != NO_ID && id >= f->arg_count && func_loop_contains(f, loop, func_loop_of(f, id));
        if (inside && LLVMIsAPHINode(v))
            for (unsigned k = 0, n = LLVMCountIncoming(v); k < n; k++)
                add_base(&work, ezb_underlying_object(LLVMGetIncomingValue(v, k), ADDRESS_STEPS));
        else if (inside && LLVMIsASelectInst(v))
            for (unsigned k = 1; k < 3; k++)
                add_base(&work, ezb_underlying_object(LLVMGetOperand(v, k), ADDRESS_STEPS));
        else
            add_base(&found, v);
    }
    found.too_many |= work.too_many;
    return found;
}

/* The atomic operation is an access of other memory than what nobody writes but through that
 * parameter: what other threads have written, which it may bring to light, is not there either. */
static bool spares_parameter(const struct func *f, LLVMValueRef load, LLVMValueRef base,
                             LLVMValueRef atomic)
{
    static const char name[] = "noalias";
    unsigned id = func_id(f, base);
    if (!LLVMIsAAtomicRMWInst(atomic) || id == NO_ID || id >= f->arg_count ||
        !LLVMGetEnumAttributeAtIndex(f->fn, id + 1,
                                     LLVMGetEnumAttributeKindForName(name, sizeof name - 1)))
        return false;
    LLVMValueRef other = ezb_underlying_object(LLVMGetOperand(atomic, 0), ADDRESS_STEPS);
    return !ezb_may_alias_bases(f->cx, load, base, atomic, other, EZB_BY_TYPES);
}

/* C has memory that was accessed as one type overwritten as another one. What TBAA says of accesses
 * counts only if these are in different places. */
static bool types_count(const struct memory *m, unsigned access, LLVMValueRef writer)
{
    bool plain = LLVMIsAStoreInst(writer) || LLVMIsALoadInst(writer);
    return plain && m->context.types &&
           !types_may_meet(m->context.types, m->f->values[access], writer);
}

static bool may_alias(const struct memory *m, unsigned load, LLVMValueRef base, LLVMValueRef writer,
                      LLVMValueRef other, unsigned by)
{
    const struct func *f = m->f;
    LLVMValueRef li = f->values[load];
    return ezb_may_alias_bases(f->cx, li, base, writer, other, by | EZB_BY_TYPES) ||
           (ezb_may_alias_bases(f->cx, li, base, writer, other, by) &&
            !types_count(m, load, writer));
}

/* May instruction w write memory that is based on one of `load`'s bases, in any iterations of
 * `loop`? */
static bool may_write_bases(const struct memory *m, unsigned load, unsigned i, unsigned loop,
                            bool scopes)
{
    const struct func *f = m->f;
    LLVMValueRef li = f->values[load], wi = f->values[m->writers.items[i]];
    struct bases lb = bases_of(m, accessed_pointer(li), loop), wb = {.count = 0};
    unsigned by = scopes ? EZB_BY_SCOPES : 0;
    if (apart_objects(m->apart, load, m->writers.items[i], loop))
        return false;
    if (m->base[i])
        wb = bases_of(m, m->base[i], loop);
    if (lb.too_many || wb.too_many)
        return true;
    for (unsigned a = 0; a < lb.count; a++) {
        if (!m->base[i] && (ezb_modref_ptr(f->cx, wi, lb.items[a], EZB_SIZE_UNKNOWN) & EZB_MOD) &&
            !apart_from_call(m->apart, lb.items[a], m->writers.items[i]) &&
            !spares_parameter(f, li, lb.items[a], wi))
            return true;
        for (unsigned b = 0; b < wb.count; b++)
            if (!apart_local(m->apart, lb.items[a], wb.items[b]) &&
                may_alias(m, load, lb.items[a], wi, wb.items[b], by))
                return true;
    }
    return false;
}

bool memory_may_write(const struct memory *m, unsigned load, unsigned writer, unsigned loop)
{
    return may_write_bases(m, load, writer, loop, false);
}

bool memory_reaches(const struct memory *m, unsigned from, unsigned to)
{
    return bits_get(&m->reach[from], to);
}

/* Innermost loop strictly inside `scope` that contains both values, or NO_ID. */
static unsigned common_loop(const struct func *f, unsigned a, unsigned b, unsigned scope)
{
    unsigned l = func_loop_of(f, a);
    while (l != NO_ID && l != scope && !func_loop_contains(f, l, func_loop_of(f, b)))
        l = f->loops[l].parent;
    return l == scope ? NO_ID : l;
}

static bool may_run_after(const struct memory *m, unsigned load, unsigned write, unsigned scope)
{
    const struct func *f = m->f;
    if (!func_loop_contains(f, scope, func_loop_of(f, write)))
        return false;
    if (common_loop(f, load, write, scope) != NO_ID)
        return true;
    unsigned lb = f->block_of[load], wb = f->block_of[write];
    return lb == wb ? write > load : bits_get(&m->reach[lb], wb);
}

/* Same base and step in the innermost common loop: the write at iteration i+k meets the load at
 * iteration i only for k = (load - write) / step. Nothing to fear if that is negative, or zero with
 * the write before the load. */
static bool meets_later(const struct memory *m, unsigned load, unsigned write, unsigned scope)
{
    const struct func *f = m->f;
    LLVMValueRef li = f->values[load], wi = f->values[write];
    unsigned l = common_loop(f, load, write, scope);
    if (LLVMGetInstructionOpcode(wi) != LLVMStore || l == NO_ID || func_loop_of(f, load) != l ||
        func_loop_of(f, write) != l)
        return true;
    LLVMTypeRef lt = accessed_type(li), wt = accessed_type(wi);
    int64_t size = (int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), lt);
    if ((int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), wt) != size)
        return true;
    int64_t lo, wo, step;
    LLVMValueRef lb = ezb_strip_const_offsets(f->module, accessed_pointer(li), &lo, 1);
    LLVMValueRef wb = ezb_strip_const_offsets(f->module, LLVMGetOperand(wi, 1), &wo, 1);
    if (lb != wb) {
        EzbLoop ll, wl;
        EzbScev ls, lstep, ws, wstep;
        EzbScev lx = ezb_scev_of(f->cx, f->fn, accessed_pointer(li)),
                wx = ezb_scev_of(f->cx, f->fn, LLVMGetOperand(wi, 1));
        if (!lx || !wx || !ezb_scev_is_addrec(f->cx, lx, &ll, &ls, &lstep) ||
            !ezb_scev_is_addrec(f->cx, wx, &wl, &ws, &wstep) || ll != wl ||
            ll != f->loops[l].handle || lstep != wstep || !ezb_scev_const(lstep, &step) || !step)
            return true;
        int64_t distance;
        EzbScev d = ezb_scev_minus(f->cx, f->fn, ls, ws);
        if (!d || !ezb_scev_const(d, &distance))
            return true;
        lo = distance, wo = 0;
    } else {
        EzbLoop ll;
        EzbScev s, st, x = ezb_scev_of(f->cx, f->fn, accessed_pointer(li));
        if (!x || !ezb_scev_is_addrec(f->cx, x, &ll, &s, &st) || ll != f->loops[l].handle ||
            !ezb_scev_const(st, &step) || !step)
            return true;
    }
    int64_t d = lo - wo; /* bytes from write to load address in the same iteration */
    if (d % step || (step < 0 ? -step : step) < size)
        return true;
    int64_t k = d / step;
    /* Only this loop is considered: an outer loop inside the scope would bring the pair together
     * again. */
    if (f->loops[l].parent != scope && f->loops[l].parent != NO_ID)
        return true;
    return k > 0 ||
           (k == 0 && !(write < load && func_dominates(f, f->block_of[write], f->block_of[load])));
}

/* In a region, what says which iterations a thread has, and the like. Nobody waits there for what
 * others write, as the rest of the runtime may. */
static bool tells_shares(const struct func *f, unsigned write)
{
    static const char *const names[] = {"__kmpc_dispatch_", "__kmpc_end_",   "__kmpc_for_static_",
                                        "__kmpc_global_",   "__kmpc_masked", "__kmpc_master",
                                        "__kmpc_single",    "enz_rt_chunk_", "enz_rt_own_",
                                        "enz_rt_share_"};
    const char *name = f->calls[write].listed ? LLVMGetValueName(f->calls[write].callee) : "";
    for (unsigned i = 0; i < sizeof names / sizeof *names && team_is_marked(f->fn); i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return false;
}

/* printf and the like write no floating-point values of the program. */
static bool spares_floating(const struct func *f, unsigned write, unsigned load)
{
    bool fp = false, ptr = false;
    activity_type_has(accessed_type(f->values[load]), &fp, &ptr);
    return (f->calls[write].listed && fp && !ptr) || tells_shares(f, write);
}

/* Each in any iteration of one execution of the loop. */
static bool may_write_in(const struct memory *m, unsigned load, unsigned i, unsigned loop)
{
    const struct func *f = m->f;
    bool scopes = apart_scopes_hold(m->apart, f->values[load], loop) &&
                  apart_scopes_hold(m->apart, f->values[m->writers.items[i]], loop);
    return may_write_bases(m, load, i, loop, scopes);
}

/* ---- memory that the reverse sweep puts back ---- */

/* Other than by phis behind the loop, which are kept where they are needed. */
static bool is_used_outside(const struct func *f, unsigned l, unsigned v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        if (user == NO_ID ||
            (!func_loop_contains(f, l, func_loop_of(f, user)) && !LLVMIsAPHINode(f->values[user])))
            return true;
    }
    return false;
}

/* Nothing that it computes is used behind the loop, where memory is in another state. */
static bool is_put_back(const struct func *f, unsigned l)
{
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (func_loop_contains(f, l, func_loop_of(f, v)) && is_used_outside(f, l, v))
            return false;
    return true;
}

/* A pointer that a loop moves on leads where it started. */
LLVMValueRef memory_base_of_range(LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    for (unsigned i = 0; i < ADDRESS_STEPS && LLVMIsAPHINode(base); i++) {
        LLVMValueRef next = NULL;
        for (unsigned k = 0; k < LLVMCountIncoming(base) && LLVMCountIncoming(base) == 2; k++) {
            LLVMValueRef from = ezb_underlying_object(LLVMGetIncomingValue(base, k), ADDRESS_STEPS);
            if (from == base)
                next = ezb_underlying_object(LLVMGetIncomingValue(base, 1 - k), ADDRESS_STEPS);
        }
        if (!next)
            return base;
        base = next;
    }
    return base;
}

bool memory_is_restored(const struct memory *m, LLVMValueRef pointer)
{
    unsigned base = func_id(m->f, memory_base_of_range(pointer));
    return m->context.restores &&
           (!m->context.restored || base == NO_ID || bits_get(m->context.restored, base));
}

/* The outermost loop that it may be: if the range is put back more often, that is no harm. */
unsigned memory_undone_loop(const struct func *f, unsigned store)
{
    unsigned l = func_loop_of(f, store), found = NO_ID;
    LLVMValueRef inst = f->values[store];
    LLVMValueRef base = memory_base_of_range(LLVMGetOperand(inst, 1));
    if (!mark_is_at(inst, RULE_OVERWRITE_NEST))
        return l;
    for (; l != NO_ID; l = f->loops[l].parent) {
        const struct func_block *before = &f->blocks[f->loops[l].preheader];
        for (unsigned v = before->first; v < before->first + before->count; v++)
            if (rule_announces_overwrite(f->values[v]) &&
                memory_base_of_range(LLVMGetOperand(f->values[v], 0)) == base)
                found = l;
    }
    return found;
}

bool memory_is_copied_once(const struct func *f, unsigned store, unsigned loop)
{
    unsigned undone = memory_undone_loop(f, store);
    return loop != func_loop_of(f, store) && undone != NO_ID && func_loop_contains(f, undone, loop);
}

/* The store is said before, and undone by what was said. */
static bool is_restored_store(const struct memory *m, unsigned v)
{
    LLVMValueRef inst = m->f->values[v], pointer = written_pointer(m->f, v);
    return mark_is_at(inst, RULE_OVERWRITE) && pointer && memory_is_restored(m, pointer) &&
           !(mark_is_at(inst, RULE_OVERWRITE_NEST) && memory_undone_loop(m->f, v) == NO_ID);
}

/* The copy of the range from which the store is put back, or NULL. */
static LLVMValueRef copy_of(const struct func *f, unsigned store)
{
    const struct func_block *block = &f->blocks[f->block_of[store]];
    if (!mark_is_at(f->values[store], RULE_PUT_BACK))
        return NULL;
    for (unsigned v = store + 1; v < block->first + block->count; v++)
        if (rule_puts_back(f->values[v]) &&
            LLVMGetOperand(f->values[v], 0) == accessed_pointer(f->values[store]))
            return LLVMGetOperand(f->values[v], 2);
    return NULL;
}

/* What a range is put back from is what was there in front of the loop: that is right for each
 * iteration if nothing else in the loop writes to it. */
static bool ranges_are_apart(const struct memory *m, unsigned l)
{
    const struct func *f = m->f;
    for (unsigned i = 0; i < m->writers.count; i++) {
        unsigned v = m->writers.items[i];
        LLVMValueRef copy = func_loop_of(f, v) == l ? copy_of(f, v) : NULL;
        for (unsigned k = 0; k < m->writers.count && copy; k++) {
            unsigned w = m->writers.items[k];
            if (func_loop_contains(f, l, func_loop_of(f, w)) && copy_of(f, w) != copy &&
                may_write_in(m, v, k, l))
                return false;
        }
    }
    return true;
}

/* The iteration has overwritten, and the reverse sweep has put back, what it loads behind that. */
static bool is_put_back_before(const struct memory *m, unsigned load)
{
    const struct func *f = m->f;
    for (unsigned i = 0; i < m->writers.count && m->context.restores; i++) {
        unsigned w = m->writers.items[i];
        if (w < load && f->block_of[w] == f->block_of[load] && copy_of(f, w) &&
            may_write_in(m, load, i, func_loop_of(f, load)))
            return true;
    }
    return false;
}

/* The store, in a loop around the load, ends an iteration that has loaded before. */
static bool ends_iteration(const struct func *f, unsigned load, unsigned store)
{
    unsigned b = f->block_of[store];
    return b == f->loops[func_loop_of(f, store)].latch && (f->block_of[load] != b || store > load);
}

/* The iterations of load and write show that what is written later is not what was loaded. */
static bool is_final(const struct memory *m, unsigned load, unsigned write, unsigned scope,
                     bool thorough)
{
    const struct func *f = m->f;
    unsigned lb = f->block_of[load], wb = f->block_of[write];
    struct final_question q = {
        .access = load, .store = write, .scope = scope, .thorough = thorough};
    q.follows = lb == wb ? write > load : bits_get(&m->reach[lb], wb);
    return LLVMIsAStoreInst(f->values[write]) && final_proved(m->final, &q);
}

/* In the reverse sweep memory is as it was when the load ran, as far as this store is concerned,
 * which runs later: it has been undone by then. The load is needed within an iteration only, and
 * of that nothing is left to be undone. */
static bool is_undone(const struct memory *m, unsigned load, unsigned i)
{
    const struct func *f = m->f;
    unsigned l = func_loop_of(f, load), write = m->writers.items[i], of = func_loop_of(f, write);
    if (!m->context.restores || l == NO_ID || !is_restored_store(m, write))
        return false;
    if (of != NO_ID && LLVMIsAStoreInst(f->values[write]))
        of = memory_undone_loop(f, write);
    if (of == NO_ID || !func_loop_contains(f, of, l))
        /* A range is put back in front of its loop: behind what is inside of that. */
        return bits_get(&m->put_back, l) && !func_loop_contains(f, l, of);
    return bits_get(&m->put_back, of) &&
           ((ends_iteration(f, load, write) && mark_is_at(f->values[write], RULE_PUT_BACK)) ||
            !may_write_in(m, load, i, of) ||
            (of != func_loop_of(f, write) && is_final(m, load, write, f->loops[of].parent, true)));
}

bool memory_is_stored_again(const struct memory *m, unsigned store, unsigned scope)
{
    struct final_question q = {.access = store, .store = store, .scope = scope, .thorough = true};
    return !LLVMIsAStoreInst(m->f->values[store]) || !final_proved(m->final, &q);
}

/* What is written is newer than what the load's pointer leads to. */
static bool is_newer(const struct memory *m, unsigned load, unsigned i)
{
    unsigned base = m->base[i] ? func_id(m->f, m->base[i]) : NO_ID;
    return base != NO_ID && apart_fresh(m->apart, load, m->writers.items[i], base);
}

bool memory_is_meeting(const struct func *f, unsigned v)
{
    static const char all[] = ".aligned.all", amd[] = "llvm.amdgcn.s.barrier";
    const char *mirror = f->calls[v].cls == CALL_SYNC ? f->calls[v].mirror : "";
    size_t length = strlen(mirror);
    return target_is_device(f->module) &&
           (strcmp(mirror, amd) == 0 ||
            (length >= sizeof all && strcmp(mirror + length - (sizeof all - 1), all) == 0));
}

/* All threads that meet run this function: what others write where they go on, its own stores
 * behind say, but for the places. */
static bool others_clobber(const struct memory *m, unsigned load, unsigned scope)
{
    for (unsigned i = 0; i < m->writers.count; i++) {
        unsigned write = m->writers.items[i];
        if (!memory_is_meeting(m->f, write) && may_run_after(m, load, write, scope) &&
            may_write_bases(m, load, i, NO_ID, false))
            return true;
    }
    return false;
}

/* What other threads write meanwhile the function's own stores say; where they go on, all that is
 * put back has been. */
static bool others_are_undone(const struct memory *m, unsigned load)
{
    unsigned l = func_loop_of(m->f, load);
    if (!m->context.restores || l == NO_ID || !bits_get(&m->put_back, l))
        return false;
    for (unsigned i = 0; i < m->writers.count; i++)
        if (m->f->calls[m->writers.items[i]].cls != CALL_SYNC && !is_undone(m, load, i) &&
            !spares_floating(m->f, m->writers.items[i], load) &&
            may_write_bases(m, load, i, NO_ID, false))
            return false;
    return true;
}

/* In the same iteration of every loop. */
static bool may_write(const struct memory *m, unsigned load, LLVMValueRef writer)
{
    LLVMValueRef li = m->f->values[load];
    EzbCtx *cx = m->f->cx;
    return (ezb_modref_inst(cx, writer, li, EZB_BY_TYPES | EZB_BY_SCOPES) & EZB_MOD) ||
           ((ezb_modref_inst(cx, writer, li, EZB_BY_SCOPES) & EZB_MOD) &&
            !types_count(m, load, writer));
}

/* `load` may be a store: what stands in its location then. */
static bool clobbers(const struct memory *m, unsigned load, unsigned i, unsigned scope)
{
    const struct func *f = m->f;
    unsigned write = m->writers.items[i];
    LLVMValueRef li = f->values[load], wi = f->values[write];
    if (bits_get(&m->deferred, write) || spares_floating(f, write, load) ||
        !may_run_after(m, load, write, scope))
        return false;
    if (memory_is_meeting(f, write))
        return others_clobber(m, load, scope);
    if (scope == NO_ID && LLVMIsALoadInst(li) &&
        (f->calls[write].cls == CALL_SYNC ? others_are_undone(m, load) : is_undone(m, load, i)))
        return false;
    bool load_is_fixed =
        func_loop_of(f, load) == scope || func_loop_contains(f, func_loop_of(f, load), scope);
    bool may_meet = load_is_fixed ? may_write(m, load, wi)
                                  : may_write_bases(m, load, i, scope, false) &&
                                        meets_later(m, load, write, scope);
    return may_meet && !is_newer(m, load, i) && !is_final(m, load, write, scope, false);
}

/* Memory that nobody but this function can write, even after it has returned. */
static bool private_memory(const struct memory *m, LLVMValueRef pointer)
{
    const struct func *f = m->f;
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    if (LLVMIsAGlobalVariable(base))
        return LLVMIsGlobalConstant(base);
    unsigned v = func_id(f, base);
    if (v != NO_ID && v < f->arg_count)
        return m->context.unchanged && m->context.unchanged[v];
    return apart_is_local(m->apart, base);
}

static LLVMValueRef base_of(const struct memory *m, unsigned access)
{
    LLVMValueRef inst = m->f->values[access];
    return ezb_underlying_object(accessed_pointer(inst), ADDRESS_STEPS);
}

/* Memory that this function has allocated for itself. */
static bool is_own(const struct memory *m, LLVMValueRef base)
{
    unsigned v = func_id(m->f, base);
    return v != NO_ID && v >= m->f->arg_count && private_memory(m, base);
}

bool memory_is_own(const struct memory *m, LLVMValueRef pointer)
{
    return is_own(m, ezb_underlying_object(pointer, ADDRESS_STEPS));
}

bool memory_shadows_apart(const struct memory *m, unsigned v, unsigned w, unsigned loop)
{
    const struct func *f = m->f;
    LLVMValueRef a = base_of(m, v), b = base_of(m, w);
    bool arguments = LLVMIsAArgument(a) && LLVMIsAArgument(b);
    return apart_objects(m->apart, v, w, loop) || apart_local(m->apart, a, b) ||
           (a != b && arguments && m->context.apart_shadows) ||
           (a != b && (is_own(m, a) || is_own(m, b)) &&
            !ezb_may_alias_bases(f->cx, f->values[v], a, f->values[w], b, EZB_BY_TYPES));
}

uint64_t memory_team_scopes(const struct memory *m, const struct bits *uniform)
{
    return apart_team_scopes(m->apart, uniform);
}

bool memory_team_apart(const struct memory *m, unsigned v, unsigned w, uint64_t scopes)
{
    return apart_team_objects(m->apart, v, w, scopes);
}

static bool touches_later(const struct memory *m, unsigned store, unsigned v)
{
    const struct func *f = m->f;
    LLVMValueRef inst = f->values[v];
    unsigned sb = f->block_of[store], vb = f->block_of[v];
    bool later = sb == vb ? v > store : bits_get(&m->reach[sb], vb);
    if (!later || f->calls[v].cls == CALL_NOP || f->calls[v].cls == CALL_SNAPSHOT ||
        !(ezb_inst_reads(inst) || ezb_inst_writes(inst)))
        return false;
    LLVMValueRef s = f->values[store];
    uint64_t size =
        LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), LLVMTypeOf(LLVMGetOperand(s, 0)));
    return ezb_modref_ptr(f->cx, inst, LLVMGetOperand(s, 1), size) != EZB_NO_MODREF;
}

static bool is_simple(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* Of numbers: shadows of pointers are stored at once, and so is what replaces one. */
static bool is_plain_store(const struct memory *m, unsigned v)
{
    const struct func *f = m->f;
    LLVMValueRef inst = f->values[v];
    bool fp = false, ptr = false;
    if (!LLVMIsAStoreInst(inst) || f->blocks[f->block_of[v]].loop != NO_ID || !is_simple(inst))
        return false;
    activity_type_has(accessed_type(inst), &fp, &ptr);
    struct types *t = m->context.types;
    LLVMValueRef pointer = LLVMGetOperand(inst, 1);
    return fp && !ptr && t && !types_is_reused(t, pointer, true) && !types_is_tracked(t, pointer);
}

/* Nothing that runs after the store touches the location, but for stores that can wait as well:
 * stores that wait keep their order. */
static bool can_wait(const struct memory *m, unsigned store)
{
    for (unsigned v = store + 1; v < m->f->value_count; v++)
        if (!bits_get(&m->deferrable, v) && touches_later(m, store, v))
            return false;
    return true;
}

/* From the last store to the first, because what comes later decides. */
static void find_deferrable(struct memory *m)
{
    for (unsigned i = m->writers.count; i-- > 0;)
        if (is_plain_store(m, m->writers.items[i]) && can_wait(m, m->writers.items[i]))
            bits_set(&m->deferrable, m->writers.items[i]);
}

/* The stores that stand against loading `load` again wait, if every one of them can. */
static void defer_for(struct memory *m, unsigned load)
{
    unsigned standing = 0;
    for (unsigned i = 0; i < m->writers.count; i++) {
        if (!clobbers(m, load, i, NO_ID))
            continue;
        if (!bits_get(&m->deferrable, m->writers.items[i]))
            return;
        standing++;
    }
    for (unsigned i = 0; i < m->writers.count && standing; i++)
        if (clobbers(m, load, i, NO_ID))
            memory_defer(m, m->writers.items[i], &m->deferred);
}

/* Only for loads in loops: what is loaded once is kept at no cost. */
static void find_deferred(struct memory *m)
{
    const struct func *f = m->f;
    find_deferrable(m);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (LLVMIsALoadInst(f->values[v]) && func_loop_of(f, v) != NO_ID && is_simple(f->values[v]))
            defer_for(m, v);
}

/* What is written on the way to exit or abort matters to no reverse sweep. */
const struct memory *memory_analyse(struct func *f, const struct memory_context *context)
{
    struct memory *m = ARENA_NEW(f->arena, struct memory);
    m->f = f;
    m->context = *context;
    m->final = final_analyse(f);
    m->apart = apart_find(f);
    compute_reach(m);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (writes_program_memory(f, v) && !memory_ends_program(m, f->block_of[v]))
            VEC_PUSH(f->arena, &m->writers, v);
    m->base = ARENA_ARRAY(f->arena, LLVMValueRef, m->writers.count);
    m->deferrable = bits_new(f->arena, f->value_count);
    m->deferred = bits_new(f->arena, f->value_count);
    for (unsigned i = 0; i < m->writers.count; i++) {
        LLVMValueRef p = written_pointer(f, m->writers.items[i]);
        m->base[i] = p ? ezb_underlying_object(p, ADDRESS_STEPS) : NULL;
    }
    m->put_back = bits_new(f->arena, f->loop_count);
    for (unsigned l = 0; l < f->loop_count && context->restores; l++)
        if (is_put_back(f, l) && ranges_are_apart(m, l))
            bits_set(&m->put_back, l);
    if (!context->after_return && f->loop_count)
        find_deferred(m);
    return m;
}

void memory_defer(const struct memory *m, unsigned store, struct bits *waiting)
{
    if (!bits_set(waiting, store))
        return;
    for (unsigned v = store + 1; v < m->f->value_count; v++)
        if (bits_get(&m->deferrable, v) && touches_later(m, store, v))
            memory_defer(m, v, waiting);
}

bool memory_deferrable(const struct memory *m, unsigned store)
{
    return bits_get(&m->deferrable, store);
}

bool memory_is_deferred(const struct memory *m, unsigned store)
{
    return bits_get(&m->deferred, store);
}

/* The iterations of both show that the store writes nothing of what is loaded while the loop runs.
 */
static bool spares_in(const struct memory *m, unsigned load, unsigned write, unsigned loop)
{
    struct final_question q = {.access = load,
                               .store = write,
                               .scope = m->f->loops[loop].parent,
                               .follows = true,
                               .precedes = true,
                               .thorough = true};
    return LLVMIsAStoreInst(m->f->values[write]) && final_proved(m->final, &q);
}

bool memory_stable_in(const struct memory *m, unsigned load, unsigned loop)
{
    const struct func *f = m->f;
    LLVMValueRef li = f->values[load];
    if (!is_simple(li))
        return false;
    for (unsigned i = 0; i < m->writers.count; i++) {
        unsigned w = m->writers.items[i];
        if (func_loop_contains(f, loop, func_loop_of(f, w)) && !spares_floating(f, w, load) &&
            may_write_in(m, load, i, loop) && !spares_in(m, load, w, loop))
            return false;
    }
    return true;
}

unsigned memory_writer_count(const struct memory *m)
{
    return m->writers.count;
}

unsigned memory_writer(const struct memory *m, unsigned i, LLVMValueRef *base)
{
    *base = m->base[i];
    return m->writers.items[i];
}

/* The location may be another one in the reverse sweep, which another thread may run. */
static bool is_of_thread(const struct memory *m, unsigned access)
{
    LLVMValueRef base = base_of(m, access);
    return team_starts_threads(m->f->module) && LLVMIsAGlobalVariable(base) &&
           LLVMIsThreadLocal(base) && code_stays_of_thread(base);
}

/* A location keeps what is in it when the load or store runs. */
static bool keeps(const struct memory *m, unsigned access, unsigned scope)
{
    LLVMValueRef inst = m->f->values[access];
    if (is_of_thread(m, access))
        return false;
    bool outside = m->context.after_return && !m->context.unwritten && scope == NO_ID;
    return is_simple(inst) && (!outside || private_memory(m, accessed_pointer(inst))) &&
           !is_put_back_before(m, access) && memory_clobber(m, access, scope) == NO_ID;
}

bool memory_reloadable(const struct memory *m, unsigned load, unsigned scope)
{
    return keeps(m, load, scope);
}

unsigned memory_holder(const struct memory *m, unsigned v)
{
    const struct func *f = m->f;
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        unsigned s = func_id(f, LLVMGetUser(u));
        if (s != NO_ID && LLVMIsAStoreInst(f->values[s]) && !ezb_use_operand_no(u) &&
            f->block_of[s] == f->block_of[v] && !bits_get(&m->deferred, s) &&
            !is_restored_store(m, s) && keeps(m, s, NO_ID))
            return s;
    }
    return NO_ID;
}

unsigned memory_clobber(const struct memory *m, unsigned load, unsigned scope)
{
    for (unsigned i = 0; i < m->writers.count; i++)
        if (clobbers(m, load, i, scope))
            return m->writers.items[i];
    return NO_ID;
}

void memory_dump(const struct memory *m)
{
    struct func *f = m->f;
    fprintf(stderr, "memory of %s\n", text_function_name(f->arena, f->fn));
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (!LLVMIsALoadInst(f->values[v]))
            continue;
        bool unchanged = memory_reloadable(m, v, NO_ID);
        unsigned w = unchanged ? NO_ID : memory_clobber(m, v, NO_ID);
        fprintf(stderr, "  %s:%s\n", unchanged ? "unchanged" : "overwritten",
                text_value(f->arena, f->values[v]));
        if (w != NO_ID)
            fprintf(stderr, "    by%s\n", text_value(f->arena, f->values[w]));
    }
}
