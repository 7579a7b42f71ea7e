/* See engine_plan.h. */
#include "engine_plan.h"
#include "engine_values.h"
#include "report/audit.h"
#include "base/sanitize.h"
#include "base/stats.h"
#include "base/target.h"
#include "base/team.h"
#include "facts/restored.h"
#include "facts/types.h"
#include "ir/text.h"
#include "plan/in_order.h"
#include "plan/refuse.h"
#include "plan/remarks.h"
#include "plan/statements.h"
#include "plan/tangents.h"
#include "report/report.h"
#include <stdio.h>
#include <string.h>

static bool same_flags(const uint8_t *a, const uint8_t *b, unsigned n)
{
    return a && b ? !memcmp(a, b, n) : a == b;
}

static bool same_key(const struct derivative_key *a, const struct derivative_key *b)
{
    unsigned n = a->fn == b->fn ? LLVMCountParams(a->fn) : 0;
    return a->fn == b->fn && a->kind == b->kind && a->width == b->width &&
           a->ret_active == b->ret_active && a->primal_return == b->primal_return &&
           a->constants_stored == b->constants_stored && a->words == b->words &&
           a->errors == b->errors && a->reusable == b->reusable && a->tangents == b->tangents &&
           a->unwanted == b->unwanted && a->outermost == b->outermost && a->nested == b->nested &&
           a->shared == b->shared && a->unwritten == b->unwritten && a->restores == b->restores &&
           a->alone == b->alone && a->checked == b->checked && !memcmp(a->args, b->args, n) &&
           same_flags(a->unread, b->unread, n) && same_flags(a->unchanged, b->unchanged, n);
}

static void unwind_like(LLVMValueRef fn, LLVMValueRef like)
{
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    if (LLVMGetEnumAttributeAtIndex(like, at, nounwind))
        LLVMAddAttributeAtIndex(fn, at, LLVMCreateEnumAttribute(c, nounwind, 0));
}

static LLVMValueRef declare(struct engine *e, struct derivative *d, enum gen_kind kind,
                            const char *what)
{
    LLVMTypeRef t = derivative_fn_type(d, kind);
    const char *of = text_function_name(e->emission.arena, d->key.fn);
    if (!strncmp(of, "enz.prepared.", 13))
        of += 13;
    LLVMValueRef fn = LLVMAddFunction(e->emission.module,
                                      arena_printf(e->emission.arena, "enz.%s.%s", what, of), t);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    target_compile_like(fn, d->key.fn);
    unwind_like(fn, d->key.fn);
    sanitize_like(fn, d->key.fn);
    return fn;
}

/* All that is known of a function that has a rule of its own: nothing of its body. */
static struct activity_facts *custom_facts(struct engine *e, const struct derivative_key *key)
{
    struct activity_facts *a = ARENA_NEW(e->emission.arena, struct activity_facts);
    bool active = false;
    for (unsigned k = 0, n = LLVMCountParams(key->fn); k < n; k++)
        active |= (key->args[k] & (STATE_ACTIVE | STATE_VARIED)) != 0;
    a->ret = activity_of_custom_result(LLVMGetReturnType(LLVMGlobalGetValueType(key->fn)), active);
    return a;
}

static struct derivative *new_derivative(struct engine *e, const struct derivative_key *key)
{
    struct derivative *d = ARENA_NEW(e->emission.arena, struct derivative);
    d->key = *key;
    d->custom = registry_rule(&e->registry, key->fn);
    d->facts = d->custom ? custom_facts(e, key)
                         : activity_of(e->emission.activity, key->fn, key->args,
                                       key->ret_active || key->kind == GEN_FORWARD);
    d->follows = key->kind == GEN_FORWARD && !d->custom && types_tracks(e->types);
    if (d->facts)
        derivative_tangent_types(d, e->emission.activity);
    if (!d->facts || !derivative_fn_type(d, (enum gen_kind)key->kind)) {
        diag(e->emission.diags, DIAG_UNSUPPORTED, key->fn, "a function with this many parameters");
        return NULL;
    }
    if (key->kind == GEN_AUGMENTED) {
        d->aug = declare(e, d, GEN_AUGMENTED, "aug");
        d->rev = declare(e, d, GEN_REVERSE, "rev");
        if (key->tangents && (!d->custom || d->custom->split_forward))
            d->tan = declare(e, d, GEN_TANGENTS, "tan");
    } else {
        d->fn = declare(e, d, (enum gen_kind)key->kind,
                        key->errors                ? "err"
                        : key->kind == GEN_FORWARD ? "fwd"
                                                   : "grad");
    }
    return d;
}

struct derivative *engine_derivative(struct engine *e, const struct derivative_key *key)
{
    struct derivative *first = map_get(&e->derivatives, key->fn), *d;
    struct derivative_key full = *key;
    full.constants_stored = e->emission.activity->constants_stored;
    full.words = e->emission.activity->words;
    full.shared |= target_is_device(e->emission.module);
    key = &full;
    for (d = first; d; d = d->next)
        if (same_key(&d->key, key))
            return d;
    d = new_derivative(e, key);
    if (!d)
        return NULL;
    d->next = first;
    map_put(&e->derivatives, key->fn, d);
    VEC_PUSH(e->emission.arena, &e->work, d);
    VEC_PUSH(e->emission.arena, &e->all, d);
    return d;
}

static enum plan_kind plan_kind_of(const struct derivative_key *key)
{
    if (key->kind == GEN_COMBINED)
        return PLAN_COMBINED;
    return key->tangents ? PLAN_TANGENTS : key->reusable ? PLAN_REUSABLE : PLAN_PAIR;
}

bool engine_wants_checkpoints(const struct enz_options *o)
{
    return o->checkpoint != CHECKPOINT_OFF;
}

/* What snapshots and segments are, the derivative of a derivative does not know. */
static enum plan_checkpoints checkpoints_of(const struct engine *e,
                                            const struct derivative_key *key)
{
    const struct enz_options *o = e->emission.options;
    if (!engine_wants_checkpoints(o) || key->nested || target_is_device(e->emission.module))
        return CHECKPOINTS_NONE;
    return o->checkpoint == CHECKPOINT_EVERY || o->tape_limit ? CHECKPOINTS_ALL
                                                              : CHECKPOINTS_COUNTED;
}

/* Loops over a tape run as a whole, whatever a virtual array has in their outer derivative. */
static enum plan_cache cache_of(const struct engine *e, const struct derivative_key *key)
{
    enum plan_cache cache = (enum plan_cache)e->emission.options->cache;
    bool narrowed = e->virtual_arrays && key->nested && !e->emission.options->whole_loops;
    return cache == PLAN_CACHE_MINCUT && narrowed ? PLAN_CACHE_RECOMPUTE : cache;
}

/* -fenz-deterministic: each thread of a team has sums of its own, which are added in the order of
 * threads. */
static bool sums_in_order(const struct engine *e)
{
    const struct enz_options *o = e->emission.options;
    return o->deterministic && o->atomic == PLAN_ATOMIC_AUTO &&
           !target_is_device(e->emission.module);
}

static struct plan_wish wish_of(const struct engine *e, const struct derivative *d)
{
    const struct derivative_key *key = &d->key;
    return (struct plan_wish){.width = key->width,
                              .kind = plan_kind_of(key),
                              .checkpoints = checkpoints_of(e, key),
                              .cache = cache_of(e, key),
                              .atomic = (enum plan_atomic)e->emission.options->atomic,
                              .locks_lines = e->locks_lines && !key->nested,
                              .in_order = e->emission.options->deterministic ||
                                          e->emission.options->fp == RULE_FP_STRICT,
                              .sums_in_order = sums_in_order(e),
                              .restores = d->restores,
                              .keep_scratch = e->emission.options->keep_scratch,
                              .nested = key->nested,
                              .shared = key->shared,
                              .alone = key->alone,
                              .bytes = d->bytes,
                              .unread = key->unread};
}

/* ---- the plan of a derivative: all that emission needs, or why there is none ---- */

/* An outermost derivative may have the pairs of teams put back what they overwrite. */
static bool may_restore(const struct engine *e, const struct derivative *d)
{
    return d->key.kind == GEN_COMBINED && !d->key.nested && !d->key.shared &&
           !target_is_device(e->emission.module) && !types_tracks(e->types) &&
           !types_reuses(e->types);
}

/* What the forward sweep of a thread gets in an inner derivative is memory that is new there
 * (emit/team.c); the reverse sweep gets the same, but loads its address. */
static void know_kept(LLVMValueRef callee, uint8_t *args)
{
    if (team_is_started(callee) && team_runner(callee) && args[0] == STATE_MIXED)
        args[0] = STATE_ACTIVE;
}

static struct derivative_key callee_key(const struct engine *e, const struct derivative *d,
                                        unsigned v)
{
    const struct func *f = d->facts->f;
    bool outermost = d->key.kind == GEN_COMBINED, team = outermost &&
                                                         team_is_marked(f->calls[v].callee) &&
                                                         !team_is_started(f->calls[v].callee);
    const struct restored r = {e->emission.activity, d->facts, outermost, 0};
    bool restores = d->restores && !d->restored && restored_call(&r, v);
    LLVMValueRef inst = f->values[v];
    unsigned n = LLVMCountParams(f->calls[v].callee);
    bool forward = d->key.kind == GEN_FORWARD,
         result = LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind;
    uint8_t *args = ARENA_ARRAY(e->emission.arena, uint8_t, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = activity_state(e->emission.activity, d->facts, LLVMGetOperand(inst, k));
    know_kept(f->calls[v].callee, args);
    return (struct derivative_key){
        .fn = f->calls[v].callee,
        .kind = forward ? GEN_FORWARD : GEN_AUGMENTED,
        .width = d->key.width,
        .ret_active = forward ? result && (d->facts->state[v] & (STATE_VARIED | STATE_ACTIVE))
                              : activity_active(d->facts, v),
        .primal_return = forward && result,
        .errors = d->key.errors,
        .reusable = d->key.reusable,
        .tangents = d->key.tangents,
        .nested = d->key.nested,
        .shared = d->key.shared || team_is_marked(f->calls[v].callee),
        .alone = !d->key.shared && team_is_marked(f->calls[v].callee) &&
                 !team_is_started(f->calls[v].callee),
        .unwritten = (team && memory_is_last_write(f, v, NULL, NULL)) ||
                     (restores && (outermost || d->key.unwritten) && restored_behind(&r, v)),
        .restores = restores,
        .checked = d->key.checked,
        .args = args};
}

/* Pairs that it calls rely on it only where all is put back. */
static void decide_restoring(struct engine *e, struct derivative *d, const struct restored *r)
{
    struct bits *bases = ARENA_NEW(e->emission.arena, struct bits);
    bool all = d->key.restores || (may_restore(e, d) && restored_is_worth(r)),
         some = !all && may_restore(e, d) && restored_pays(r, bases);
    d->restores = all || some;
    d->restored = some ? bases : NULL;
}

/* What a thread or a task does in the forward sweep of an inner derivative says what it does in the
 * reverse sweep (emit/team.c): with the same operand, so that either has the same derivative. */
static void find_back(struct engine *e, struct derivative *d)
{
    const char *name = d->key.kind == GEN_FORWARD ? team_back(d->key.fn) : NULL;
    LLVMValueRef original = name ? LLVMGetNamedFunction(e->emission.module, name) : NULL;
    struct derivative_key key = d->key;
    key.fn = original ? map_get(&e->emission.prepare->clones, original) : NULL;
    if (!key.fn || d->back)
        return;
    d->back = engine_derivative(e, &key);
    if (d->back)
        d->back->is_back = true;
}

static void find_callees(struct engine *e, struct derivative *d)
{
    const struct func *f = d->facts->f;
    const struct restored r = {e->emission.activity, d->facts, d->key.kind == GEN_COMBINED, 0};
    d->callees = ARENA_ARRAY(e->emission.arena, struct derivative *, f->value_count);
    if (e->emission.options->dump_memory && may_restore(e, d)) {
        fprintf(stderr, "teams of %s\n", text_function_name(e->emission.arena, d->key.fn));
        restored_dump(&r);
    }
    decide_restoring(e, d, &r);
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        if (!bits_get(&d->facts->active_calls, v) ||
            LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f->calls[v].callee)))
            continue;
        struct derivative_key key = callee_key(e, d, v);
        struct derivative *callee = d->callees[v] = engine_derivative(e, &key);
        if (callee)
            find_back(e, callee);
        if (callee && d->key.tangents && !callee->tan)
            diag(e->emission.diags, DIAG_UNSUPPORTED, f->values[v],
                 "a function whose custom rule lacks a split forward part");
    }
}

static void make_plan(struct engine *e, struct derivative *d)
{
    struct memory_context around = {.after_return = d->key.kind != GEN_COMBINED,
                                    .unwritten = d->key.unwritten,
                                    .unchanged = d->key.unchanged,
                                    .restores = d->restores,
                                    .restored = d->restored,
                                    .apart_shadows = derivative_shadows_apart(&e->emission, d),
                                    .types = e->types};
    ezb_alias_begin(e->emission.cx, d->key.fn);
    const struct memory *m = memory_analyse(d->facts->f, &around);
    if (e->emission.options->dump_memory)
        memory_dump(m);
    struct plan_wish wish = wish_of(e, d);
    around.restores = false;
    wish.unrestored = d->restores ? memory_analyse(d->facts->f, &around) : m;
    d->plan = plan_make(e->emission.activity, d->facts, m, &wish);
    ezb_alias_end(e->emission.cx);
    if (d->plan->sums_in_order)
        plan_refuse_any_order(d->plan);
    if (e->emission.options->dump_plan || e->emission.options->dump_needs ||
        report_prints(&e->emission, PRINT_TAPE, d->key.fn))
        plan_dump(d->plan);
    if (e->emission.options->remarks)
        plan_remarks(d->plan, e->emission.diags);
}

/* The forward sweep from the tape. Of what a call returns it has the tangents or the shadow. */
static void plan_sweep(struct engine *e, struct derivative *d)
{
    const struct func *f = d->facts->f;
    plan_tangent_sweep(d->plan, d->tangent_rows);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (d->tangent_rows[v] == TANGENT_CALL && d->callees[v] &&
            derivative_ret_shadow(d->callees[v]) && activity_active(d->facts, v))
            diag(e->emission.diags, DIAG_UNSUPPORTED, f->values[v],
                 "this call in __enzyme_fwdsplit");
}

/* On devices nobody keeps a map of what tangents are. */
static void refuse_followed(struct engine *e, const struct derivative *d)
{
    for (unsigned v = d->facts->f->arg_count; v < d->facts->f->value_count; v++)
        if (d->bytes[v].followed || d->bytes[v].followed_source)
            diag(e->emission.diags, DIAG_UNSUPPORTED, d->facts->f->values[v],
                 "memory, where threads of a device run, in which only the run can tell "
                 "floating-point values and pointers apart");
}

static bool is_added_atomically(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind ||
           kind == LLVMBFloatTypeKind;
}

static bool is_added(const struct engine *e, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return is_added_atomically(type) &&
           (!sums_in_order(e) || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind);
}

/* Gradients of what a team gets by value are sums over its threads. */
static void refuse_by_value(struct engine *e, const struct derivative *d)
{
    for (unsigned k = 0, n = LLVMCountParams(d->key.fn); k < n && team_is_marked(d->key.fn); k++)
        if (derivative_param_number(d, k) && !is_added(e, d->tangents[k]))
            diag(e->emission.diags, DIAG_UNSUPPORTED, d->key.fn,
                 "a parallel region that gets active values by value which are no float or double");
}

/* -fenz-deterministic: what threads add at once comes in any order, but for teams
 * (plan/in_order.h). */
static void refuse_any_order(struct engine *e, const struct derivative *d)
{
    const struct enz_options *o = e->emission.options;
    if (!o->deterministic || o->atomic == PLAN_ATOMIC_NEVER)
        return;
    if (team_is_marked(d->key.fn) && o->atomic == PLAN_ATOMIC_ALWAYS)
        diag(e->emission.diags, DIAG_UNSUPPORTED, d->key.fn,
             "a parallel region, with -fenz-deterministic and -fenz-atomic=always,");
    else if (target_is_device(e->emission.module))
        diag(e->emission.diags, DIAG_UNSUPPORTED, d->key.fn,
             "reverse mode on a device, with -fenz-deterministic,");
}

/* Tangents of zero stay zero, whatever factors there are on the way. */
static bool keeps_zeros(const struct enz_options *o)
{
    return o->strong_zero || o->singular_ieee;
}

static void plan_one(struct engine *e, struct derivative *d)
{
    bool forward = d->key.kind == GEN_FORWARD;
    struct plan_bytes_wish bytes = {.forward = forward,
                                    .follows = d->follows,
                                    .tangents = d->key.tangents,
                                    .checked = d->key.checked,
                                    .shared = d->key.shared,
                                    .unread = d->key.unread};
    struct plan_refuse_wish refuse = {.forward = forward,
                                      .errors = d->key.errors,
                                      .ret_active = d->key.ret_active,
                                      .missing = (enum rule_missing)e->emission.options->missing,
                                      .shared = d->key.shared,
                                      .locks_lines = e->locks_lines && !d->key.nested,
                                      .width = d->key.width,
                                      .split = d->key.reusable || d->key.tangents,
                                      .tangents = d->key.tangents,
                                      .dynamic_shared = e->shared_room,
                                      .given_shadows = &e->emission.given_shadows};
    if (d->custom)
        return;
    if (e->emission.options->dump_ir || report_prints(&e->emission, PRINT_PRIMAL, d->key.fn))
        fprintf(stderr, "%s", text_value(e->emission.arena, d->key.fn));
    if (e->emission.options->dump_activity ||
        report_prints(&e->emission, PRINT_ACTIVITY, d->key.fn))
        activity_dump(e->emission.activity, d->facts);
    audit_note_active(e->audit, e->emission.activity, d->facts);
    plan_refuse(e->emission.activity, d->facts, &refuse);
    find_callees(e, d);
    d->bytes = plan_bytes(e->emission.activity, d->facts, &bytes);
    if (forward && d->key.shared && target_is_device(e->emission.module))
        refuse_followed(e, d);
    if (!forward) {
        refuse_by_value(e, d);
        refuse_any_order(e, d);
    }
    if (forward || d->key.tangents)
        d->tangent_rows = plan_tangents(e->emission.activity, d->facts, d->key.errors);
    if (forward && !d->key.errors && !keeps_zeros(e->emission.options))
        d->statements = plan_statements(d->facts, d->tangent_rows, d->key.width);
    if (!forward) {
        make_plan(e, d);
        engine_find_lost_values(e, d);
    }
    if (d->key.tangents)
        plan_sweep(e, d);
}

void engine_plan_all(struct engine *e)
{
    for (unsigned i = 0; i < e->work.count; i++) {
        double start = stats_now();
        plan_one(e, e->work.items[i]);
        e->work.items[i]->seconds = stats_now() - start;
    }
}
