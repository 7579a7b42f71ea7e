/* See restored.h. What a function overwrites is said by calls of enz.overwrite in it
 * (prepare/loops/overwritten.c), and stores that these speak of are marked. */
#include "facts/restored.h"
#include "base/limits.h"
#include "base/team.h"
#include "facts/memory.h"
#include "facts/sharing.h"
#include "facts/types.h"
#include "ir/marks.h"
#include "ir/text.h"
#include "ir/trips.h"
#include "rules/rules.h"
#include <stdio.h>
#include <string.h>

static LLVMValueRef written_pointer(const struct func *f, unsigned v)
{
    LLVMValueRef inst = f->values[v];
    switch (f->calls[v].cls) {
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
    case CALL_MEMSET: return LLVMGetOperand(inst, 0);
    default: break;
    }
    if (LLVMIsAStoreInst(inst))
        return LLVMGetOperand(inst, 1);
    return LLVMIsAAtomicRMWInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
}

LIMIT(RESTORED_DEPTH, 4); /* of calls */

/* ---- functions that teams run ---- */

static bool copies_pointers(const struct restored *r, LLVMValueRef copy)
{
    struct copy_layout layout;
    const char *why;
    if (!types_of_copy(r->c->types, copy, &layout, &why))
        return true;
    for (unsigned i = 0; i < layout.count; i++)
        if (layout.elems[i].kind != ELEM_FLOAT && layout.elems[i].kind != ELEM_INT)
            return true;
    return false;
}

static bool stores_address(const struct restored *r, LLVMValueRef store)
{
    return r->c->words &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(store, 0))) == LLVMIntegerTypeKind;
}

/* Said before by enz.overwrite, and no shadow of a pointer is overwritten at the same time. */
static bool is_said(const struct restored *r, const struct func *f, unsigned v)
{
    LLVMValueRef inst = f->values[v];
    return mark_is_at(inst, RULE_OVERWRITE) &&
           (LLVMIsAStoreInst(inst) ? !stores_address(r, inst) : !copies_pointers(r, inst));
}

static bool is_local(const struct func *f, LLVMValueRef base)
{
    unsigned v = base ? func_id(f, base) : NO_ID;
    bool own = v != NO_ID && v >= f->arg_count &&
               (LLVMIsAAllocaInst(base) || f->calls[v].cls == CALL_ALLOC);
    return own && !ezb_captured(f->cx, base, 1);
}

static bool is_bookkeeping(const struct func *f, unsigned v)
{
    switch (f->calls[v].cls) {
    case CALL_NOP:
    case CALL_SNAPSHOT:
    case CALL_ALLOC:
    case CALL_STACKSAVE:
    case CALL_STACKRESTORE:
    case CALL_DISJOINT: return true;
    case CALL_FREE:
        return is_local(f, ezb_underlying_object(LLVMGetOperand(f->values[v], f->calls[v].freed),
                                                 ADDRESS_STEPS));
    default: return f->calls[v].cls != CALL_SYNC && sharing_is_of_runtime(f, v);
    }
}

/* Threads of the team wait for each other there, and for no task or other thread: what these write
 * meanwhile the function says. */
static bool is_of_team(const struct func *f, unsigned v)
{
    static const char *const names[] = {"__kmpc_barrier", "enz_rt_critical_", "enz_rt_lock_",
                                        "enz_rt_ordered_", "enz_rt_reduction_"};
    for (unsigned i = 0; i < sizeof names / sizeof *names && f->calls[v].cls == CALL_SYNC; i++)
        if (!strncmp(LLVMGetValueName(f->calls[v].callee), names[i], strlen(names[i])))
            return true;
    return false;
}

/* The variable behind a parameter, which whoever calls has to put back; `params`, if not NULL: one
 * bit each. */
static bool is_of_parameter(LLVMValueRef base, const struct func *f, struct bits *params)
{
    if (!LLVMIsAArgument(base))
        return false;
    if (params)
        bits_set(params, func_id(f, base));
    return true;
}

static bool writer_fits(const struct restored *r, const struct func *f, unsigned v,
                        struct bits *params)
{
    LLVMValueRef pointer = written_pointer(f, v),
                 base = pointer ? ezb_underlying_object(pointer, ADDRESS_STEPS) : NULL;
    if (is_bookkeeping(f, v) || is_of_team(f, v) || is_said(r, f, v))
        return true;
    return base && (is_local(f, base) || is_of_parameter(base, f, params));
}

/* What it writes and does not say, but for variables behind parameters; NO_ID if there is nothing.
 */
static unsigned find_unsaid(const struct restored *r, const struct func *f, struct bits *params)
{
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (ezb_inst_writes(f->values[v]) && !writer_fits(r, f, v, params))
            return v;
    return NO_ID;
}

static bool team_fits(const struct restored *r, const struct func *f, struct bits *params)
{
    return find_unsaid(r, f, params) == NO_ID;
}

/* ---- the function that starts teams ---- */

/* In front of the call it is said that it overwrites all of operand k. */
static bool is_said_at_call(const struct func *f, unsigned call, unsigned k)
{
    for (unsigned v = call; v-- > f->blocks[f->block_of[call]].first;) {
        if (rule_announces_overwrite(f->values[v])) {
            if (LLVMGetOperand(f->values[v], 0) == LLVMGetOperand(f->values[call], k))
                return true;
        } else if (f->calls[v].cls != CALL_NOP) {
            return false;
        }
    }
    return false;
}

static bool is_team(LLVMValueRef fn)
{
    return fn && team_is_marked(fn) && !team_is_started(fn);
}

static bool is_of_function(const struct func *f, LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    return LLVMIsAAllocaInst(base) && func_id(f, base) != NO_ID;
}

/* The runtime keeps what ranges of the team hold in the end: they must be there then. Variables of
 * a function that has returned are not. */
static bool ranges_last(const struct restored *r, unsigned call, const struct func *team)
{
    const struct func *f = r->a->f;
    for (unsigned v = team->arg_count; v < team->value_count && !r->outermost; v++) {
        LLVMValueRef pointer = written_pointer(team, v),
                     base = pointer ? ezb_underlying_object(pointer, ADDRESS_STEPS) : NULL;
        if (base && LLVMIsAArgument(base) && mark_is_at(team->values[v], RULE_OVERWRITE) &&
            is_of_function(f, LLVMGetOperand(f->values[call], func_id(team, base))))
            return false;
    }
    return true;
}

static bool team_call_fits(const struct restored *r, unsigned v)
{
    const struct func *f = r->a->f;
    struct func *team = activity_func(r->c, f->calls[v].callee);
    struct bits params = bits_new(f->arena, team->arg_count);
    if (!team_fits(r, team, &params) || !ranges_last(r, v, team))
        return false;
    for (unsigned k = 0; k < team->arg_count; k++)
        if (bits_get(&params, k) && !is_said_at_call(f, v, k))
            return false;
    return true;
}

static const struct activity_facts *facts_of_call(const struct restored *r, unsigned call)
{
    LLVMValueRef inst = r->a->f->values[call];
    unsigned n = LLVMGetNumArgOperands(inst);
    uint8_t *args = ARENA_ARRAY(r->c->arena, uint8_t, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = activity_state(r->c, r->a, LLVMGetOperand(inst, k));
    return activity_of(r->c, r->a->f->calls[call].callee, args, activity_active(r->a, call));
}

/* The same question inside of a function that is called. */
static struct restored inside(const struct restored *r, unsigned call)
{
    return (struct restored){r->c, facts_of_call(r, call), false, r->depth + 1};
}

static bool says_anything(const struct func *f)
{
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (rule_announces_overwrite(f->values[v]))
            return true;
    return false;
}

/* The address of the variable goes nowhere but to teams, directly. */
static bool stays_inside(const struct func *f, LLVMValueRef variable)
{
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned v = func_id(f, user);
        bool accessed = LLVMIsALoadInst(user) ||
                        (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable),
             called = v != NO_ID && (f->calls[v].cls == CALL_NOP || is_team(f->calls[v].callee));
        if (!accessed && !called)
            return false;
    }
    return true;
}

static bool puts_back(const void *user, unsigned v);

/* A function with regions, which is called: its reverse sweep puts back all that it, and they, have
 * written. */
static bool function_fits(const struct restored *r)
{
    const struct func *f = r->a->f;
    if (!f || r->depth > RESTORED_DEPTH || !says_anything(f))
        return false;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMValueRef inst = f->values[v];
        if (LLVMIsAAllocaInst(inst) ? ezb_captured(f->cx, inst, 1) && !stays_inside(f, inst)
                                    : ezb_inst_writes(inst) && !puts_back(r, v))
            return false;
    }
    return true;
}

bool restored_call(const struct restored *r, unsigned v)
{
    const struct call_info *call = &r->a->f->calls[v];
    if (call->cls != CALL_DEFINED || !bits_get(&r->a->active_calls, v) ||
        LLVMIsFunctionVarArg(LLVMGlobalGetValueType(call->callee)))
        return false;
    if (is_team(call->callee))
        return team_call_fits(r, v);
    if (team_is_marked(call->callee))
        return false;
    const struct restored callee = inside(r, v);
    return callee.a && function_fits(&callee);
}

static bool outside_loops_of(const struct func *f, unsigned store, LLVMValueRef value)
{
    unsigned id = func_id(f, value), l = func_loop_of(f, store);
    while (l != NO_ID && f->loops[l].parent != NO_ID)
        l = f->loops[l].parent;
    return id == NO_ID || id < f->arg_count || l == NO_ID ||
           !func_loop_contains(f, l, func_loop_of(f, id));
}

static bool writes_parameter(const struct restored *r, unsigned call, unsigned k)
{
    struct func *team = activity_func(r->c, r->a->f->calls[call].callee);
    struct bits params = bits_new(r->a->f->arena, team->arg_count);
    return !team_fits(r, team, &params) || bits_get(&params, k);
}

/* A variable that a team gets by reference: it has this value from its first store on, and is read
 * behind that only. */
static bool is_constant_variable(const struct restored *r, unsigned store)
{
    const struct func *f = r->a->f;
    LLVMValueRef inst = f->values[store], value = LLVMGetOperand(inst, 0),
                 variable = LLVMGetOperand(inst, 1);
    if (!LLVMIsAAllocaInst(variable) || !outside_loops_of(f, store, value))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        if (user == NO_ID)
            return false;
        if (LLVMIsAStoreInst(f->values[user])) {
            if (LLVMGetOperand(f->values[user], 1) != variable ||
                LLVMGetOperand(f->values[user], 0) != value)
                return false;
        } else if (is_team(f->calls[user].callee)) {
            if (!ezb_dom_value(f->cx, inst, f->values[user]) ||
                writes_parameter(r, user, ezb_use_operand_no(u)))
                return false;
        } else if (f->calls[user].cls != CALL_NOP && !LLVMIsALoadInst(f->values[user])) {
            return false;
        }
    }
    return true;
}

static bool puts_back(const void *user, unsigned v)
{
    const struct restored *r = user;
    const struct func *f = r->a->f;
    if (is_bookkeeping(f, v) || is_said(r, f, v) || restored_call(r, v))
        return true;
    return LLVMIsAStoreInst(f->values[v]) &&
           (is_constant_variable(r, v) ||
            is_local(f, ezb_underlying_object(LLVMGetOperand(f->values[v], 1), ADDRESS_STEPS)));
}

static void dump_call(const struct restored *r, unsigned v)
{
    const struct func *f = r->a->f, *team = activity_func(r->c, f->calls[v].callee);
    bool puts = restored_call(r, v);
    unsigned unsaid = find_unsaid(r, team, NULL);
    fprintf(stderr, "  %s%s:%s\n", puts ? "puts back what it writes" : "overwrites memory",
            restored_behind(r, v) ? ", and so does what comes behind it" : "",
            text_value(f->arena, f->values[v]));
    if (!puts && unsaid != NO_ID)
        fprintf(stderr, "    by%s\n", text_value(f->arena, team->values[unsaid]));
}

void restored_dump(const struct restored *r)
{
    const struct func *f = r->a->f;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (f->calls[v].cls == CALL_DEFINED && is_team(f->calls[v].callee))
            dump_call(r, v);
        else if (ezb_inst_writes(f->values[v]) && f->calls[v].cls != CALL_RULE && !puts_back(r, v))
            fprintf(stderr, "  overwrites memory:%s\n", text_value(f->arena, f->values[v]));
    }
}

bool restored_behind(const struct restored *r, unsigned v)
{
    return memory_is_last_write(r->a->f, v, puts_back, r);
}

/* ---- is it worth it? ---- */

static uint64_t size_of(const struct func *f, LLVMTypeRef t)
{
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(f->module), t);
}

static uint64_t runs(const struct func *f, unsigned v)
{
    return trips_runs(f, func_loop_of(f, v));
}

/* Loads in loops that the value is made of, each once, of those that count; their bytes. */
static uint64_t bytes_behind(const struct func *f, LLVMValueRef value, struct bits *seen,
                             const struct bits *counts)
{
    unsigned v = func_id(f, value);
    if (v == NO_ID || v < f->arg_count || func_loop_of(f, v) == NO_ID || !bits_set(seen, v))
        return 0;
    LLVMValueRef inst = f->values[v];
    if (LLVMIsALoadInst(inst))
        return !counts || bits_get(counts, v) ? size_of(f, LLVMTypeOf(inst)) * runs(f, v) : 0;
    uint64_t bytes = 0;
    if (LLVMIsAPHINode(inst) || f->calls[v].cls == CALL_RULE || LLVMIsASelectInst(inst))
        for (unsigned k = 0, n = func_operand_count(f, v); k < n; k++)
            bytes += bytes_behind(f, LLVMGetOperand(inst, k), seen, counts);
    return bytes;
}

/* Bytes that adjoints read of what these loads load (NULL: all). *seen gets all such loads. */
static uint64_t bytes_read(const struct activity_facts *a, const struct bits *counts,
                           struct bits *seen)
{
    const struct func *f = a->f;
    uint64_t bytes = 0;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        const struct rule *rule = f->calls[v].cls == CALL_RULE ? f->calls[v].rule : NULL;
        for (unsigned k = 0, n = rule ? rule_operand_count(rule) : 0; k < n; k++) {
            unsigned id = func_id(f, LLVMGetOperand(f->values[v], k));
            uint32_t needs = rule_needs(rule, k);
            if (id == NO_ID || !activity_active(a, v) || !activity_active(a, id))
                continue;
            for (unsigned i = 0; i < n; i++)
                if (needs & (UINT32_C(1) << i | RULE_NEEDS_RESULT))
                    bytes += bytes_behind(f, LLVMGetOperand(f->values[v], i), seen, counts);
        }
    }
    return bytes;
}

static uint64_t bytes_copied(const struct func *f, unsigned store)
{
    uint64_t copied = 1;
    for (unsigned l = func_loop_of(f, store); l != NO_ID; l = f->loops[l].parent)
        if (!memory_is_copied_once(f, store, l))
            copied = trips_times(copied, trips_expected(f, l));
    return copied * size_of(f, LLVMTypeOf(LLVMGetOperand(f->values[store], 0)));
}

/* Bytes that loops say they overwrite, of memory with these bases (m; NULL: all). */
static uint64_t bytes_written(const struct func *f, const struct memory *m)
{
    uint64_t bytes = 0;
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (LLVMIsAStoreInst(f->values[v]) && mark_is_at(f->values[v], RULE_OVERWRITE) &&
            func_loop_of(f, v) != NO_ID &&
            (!m || memory_is_restored(m, LLVMGetOperand(f->values[v], 1))))
            bytes += bytes_copied(f, v);
    return bytes;
}

struct weight {
    uint64_t read, written;
};

static void weigh(const struct restored *r, bool behind, struct weight *w)
{
    const struct func *f = r->a->f;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (!restored_call(r, v))
            continue;
        const struct restored callee = inside(r, v);
        struct bits seen = bits_new(f->arena, callee.a->f->value_count);
        bool gains = behind && restored_behind(r, v) &&
                     (!r->outermost || !memory_is_last_write(f, v, NULL, NULL));
        w->written += bytes_written(callee.a->f, NULL);
        if (!is_team(f->calls[v].callee))
            weigh(&callee, gains, w);
        else if (gains)
            w->read += bytes_read(callee.a, NULL, &seen);
    }
}

bool restored_is_worth(const struct restored *r)
{
    struct weight w = {0};
    weigh(r, true, &w);
    return w.read > w.written;
}

/* Loads that can be made again only because memory is put back. */
static struct bits find_saved(struct func *f, const struct memory *restored, struct types *types)
{
    struct memory_context context = {.types = types};
    const struct memory *kept = memory_analyse(f, &context);
    struct bits saved = bits_new(f->arena, f->value_count);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (LLVMIsALoadInst(f->values[v]) && !memory_reloadable(kept, v, NO_ID) &&
            memory_reloadable(restored, v, NO_ID))
            bits_set(&saved, v);
    return saved;
}

/* Something that is said before overwrites memory with this base, which one of the loads reads. */
static bool is_overwritten(const struct memory *m, const struct func *f, unsigned writer,
                           const struct bits *saved, const struct bits *needed)
{
    LLVMValueRef base;
    unsigned w = memory_writer(m, writer, &base);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (bits_get(saved, v) && bits_get(needed, v) && memory_may_write(m, v, writer, NO_ID))
            return mark_is_at(f->values[w], RULE_OVERWRITE);
    return false;
}

bool restored_pays(const struct restored *r, struct bits *bases)
{
    struct func *f = r->a->f;
    if (!says_anything(f))
        return false;
    struct memory_context context = {.restores = true, .types = r->c->types};
    const struct memory *m = memory_analyse(f, &context);
    struct bits saved = find_saved(f, m, r->c->types), needed = bits_new(f->arena, f->value_count);
    uint64_t read = bytes_read(r->a, &saved, &needed);
    *bases = bits_new(f->arena, f->value_count);
    for (unsigned i = 0; i < memory_writer_count(m); i++) {
        LLVMValueRef base;
        memory_writer(m, i, &base);
        unsigned id = base ? func_id(f, memory_base_of_range(base)) : NO_ID;
        if (id != NO_ID && is_overwritten(m, f, i, &saved, &needed))
            bits_set(bases, id);
    }
    context.restored = bases;
    return read > bytes_written(f, memory_analyse(f, &context));
}
