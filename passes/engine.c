/* The engine: lowers derivative calls inside-out, keeps derivatives by key, and runs the work list
 * of functions to emit. */
#include "engine.h"
#include "ir/code.h"
#include "report/audit.h"
#include "base/sanitize.h"
#include "base/stats.h"
#include "base/target.h"
#include "base/team.h"
#include "batch/batch.h"
#include "device/kernels.h"
#include "device/launches.h"
#include "emit/apart.h"
#include "emit/differences.h"
#include "emit/distant.h"
#include "emit/errors.h"
#include "emit/pieces.h"
#include "emit/split.h"
#include "engine_activity.h"
#include "engine_check.h"
#include "engine_finish.h"
#include "engine_level.h"
#include "engine_make.h"
#include "engine_nested.h"
#include "engine_plan.h"
#include "engine_same.h"
#include "engine_state.h"
#include "engine_types.h"
#include "facts/bytes.h"
#include "facts/elsewhere.h"
#include "facts/objects.h"
#include "facts/types.h"
#include "facts/heap_globals.h"
#include "facts/program_copy.h"
#include "facts/types_program.h"
#include "fit/fit.h"
#include "ir/text.h"
#include "prepare/calls/calls.h"
#include "report/report.h"
#include "report/page.h"
#include "request/request.h"
#include "rules/bundle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After emission, per function. Stack slots must go for everything else. Rotation and loop idioms
 * are not in the rest of the LTO pipeline. The rest is left to the pipeline, which does the same
 * again; below -O2 there is none. Where units came as their sources say, all code is optimised
 * after this as a compiler would do it, loops included. Promoting a slot is cheap when all its
 * accesses are in one block, and takes scans of blocks otherwise: blocks are merged first, and then
 * slots become local to one where they can. */
#define INSTCOMBINE "instcombine<no-verify-fixpoint>"
static const char *const merge_pipeline = "simplifycfg";
static const char *const slots_pipeline = "sroa<modify-cfg>,early-cse<memssa>";
static const char *const loops_pipeline = INSTCOMBINE
    ",loop-simplify,lcssa,loop-mssa(loop-instsimplify,loop-simplifycfg,licm,loop-rotate,licm,"
    "simple-loop-unswitch),"
    "simplifycfg," INSTCOMBINE ",loop(loop-idiom,indvars,loop-deletion),sroa<modify-cfg>";
static const char *const last_pipeline = INSTCOMBINE ",gvn," INSTCOMBINE ",dse,adce,simplifycfg";
/* Sums in virtual arrays stay loads and stores (virtual/sums.c). */
static const char *const arrays_pipeline =
    INSTCOMBINE ",gvn<no-load-pre>," INSTCOMBINE ",dse,adce,simplifycfg";

static bool emit_one(struct engine *e, struct derivative *d)
{
    enum gen_kind kind = (enum gen_kind)d->key.kind;
    bool (*emit)(struct emission *, struct derivative *, enum gen_kind, LLVMValueRef) =
        team_is_marked(d->key.fn) ? team_emit : gen_function;
    if (d->custom)
        return custom_emit(&e->emission, d);
    if (kind != GEN_AUGMENTED)
        return emit(&e->emission, d, kind, d->fn);
    bool ok = emit(&e->emission, d, GEN_AUGMENTED, d->aug);
    if (d->tan)
        ok &= emit(&e->emission, d, GEN_TANGENTS, d->tan);
    return emit(&e->emission, d, GEN_REVERSE, d->rev) && ok;
}

static bool clean(struct engine *e, LLVMValueRef fn, char **err)
{
    if (engine_level(e) == 0 && e->emission.options->own_level)
        return true;
    if (ezb_run_function_passes(e->emission.cx, fn, merge_pipeline, err))
        return false;
    pieces_localize_slots(e->emission.cx, fn);
    if (ezb_run_function_passes(e->emission.cx, fn, slots_pipeline, err))
        return false;
    if (ezb_source_level(e->emission.module) > 0)
        return true;
    if (ezb_run_function_passes(e->emission.cx, fn, merge_pipeline, err))
        return false;
    bool loops = ezb_top_loops(e->emission.cx, fn, NULL, 0) != 0;
    return !(loops && ezb_run_function_passes(e->emission.cx, fn, loops_pipeline, err)) &&
           !(engine_level(e) < 2 &&
             ezb_run_function_passes(e->emission.cx, fn,
                                     e->virtual_arrays ? arrays_pipeline : last_pipeline, err));
}

static bool verify_and_clean(struct engine *e, LLVMValueRef fn)
{
    char *message = NULL, *err = NULL;
    if (!fn || LLVMIsDeclaration(fn))
        return true;
    if (e->emission.options->dump_ir)
        fprintf(stderr, "%s", text_value(e->emission.arena, fn));
    if (ezb_verify_function(fn, &message)) {
        diag(e->emission.diags, DIAG_INTERNAL, NULL, text_function_name(e->emission.arena, fn),
             message ? message : "invalid code");
        free(message);
        return false;
    }
    ezb_invalidate(e->emission.cx, fn);
    bool ok = clean(e, fn, &err);
    if (ok && report_prints(&e->emission, PRINT_DERIVATIVE, fn))
        fprintf(stderr, "%s", text_value(e->emission.arena, fn));
    if (ok)
        return true;
    diag(e->emission.diags, DIAG_INTERNAL, NULL, text_function_name(e->emission.arena, fn),
         err ? err : "pipeline failed");
    free(err);
    return false;
}

static bool emit_all(struct engine *e)
{
    bool ok = true;
    for (unsigned i = 0; i < e->work.count; i++) {
        double start = stats_now();
        e->work.items[i]->emitted = emit_one(e, e->work.items[i]);
        ok &= e->work.items[i]->emitted;
        e->work.items[i]->seconds += stats_now() - start;
    }
    return ok;
}

static bool clean_all(struct engine *e)
{
    bool ok = true;
    for (unsigned i = 0; i < e->work.count && ok; i++) {
        struct derivative *d = e->work.items[i];
        double start = stats_now();
        ok &= verify_and_clean(e, d->fn) && verify_and_clean(e, d->aug) &&
              verify_and_clean(e, d->rev) && verify_and_clean(e, d->tan) &&
              verify_and_clean(e, d->threads[0]) && verify_and_clean(e, d->threads[1]) &&
              verify_and_clean(e, d->threads[2]);
        d->seconds += stats_now() - start;
    }
    return ok;
}

/* Everything on the work list: planned first, and emitted if nothing was refused. */
bool engine_run_work(struct engine *e)
{
    unsigned errors = diag_error_count(e->emission.diags);
    stats_enter(e->stats, STATS_EMIT);
    engine_plan_all(e);
    bool ok = diag_error_count(e->emission.diags) == errors && emit_all(e);
    stats_enter(e->stats, STATS_CLEAN);
    ok = ok && diag_error_count(e->emission.diags) == errors && clean_all(e);
    if (ok)
        engine_share_same(e, e->all.count - e->work.count);
    e->work.count = 0;
    stats_enter(e->stats, STATS_REST);
    return ok;
}

uint8_t engine_param_state(const struct request *r, unsigned k)
{
    const struct request_param *p = &r->params[k];
    bool fp = false, ptr = false;
    activity_type_has(LLVMTypeOf(LLVMGetParam(r->fn, k)), &fp, &ptr);
    if (p->activity == ACT_CONST)
        return ptr ? STATE_CONST : STATE_NONE;
    if (p->activity == ACT_OUT)
        return STATE_VARIED;
    if (ptr)
        return (uint8_t)((r->runtime_activity ? STATE_MIXED : STATE_ACTIVE) |
                         (fp ? STATE_VARIED : 0));
    return fp ? STATE_VARIED : STATE_NONE;
}

/* A library function, or one with a rule of its own, as the target: a function that calls it. */
LLVMValueRef engine_wrap(struct engine *e, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(e->emission.module);
    LLVMTypeRef t = LLVMGlobalGetValueType(fn);
    LLVMValueRef wrapper = LLVMAddFunction(
        e->emission.module,
        arena_printf(e->emission.arena, "enz.call.%s", text_function_name(e->emission.arena, fn)),
        t);
    LLVMSetLinkage(wrapper, LLVMInternalLinkage);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, wrapper, ""));
    unsigned n = LLVMCountParams(fn);
    LLVMValueRef *args = ARENA_ARRAY(e->emission.arena, LLVMValueRef, n);
    LLVMGetParams(wrapper, args);
    LLVMValueRef result = LLVMBuildCall2(b, t, fn, args, n, "");
    custom_copy_abi(fn, result);
    for (unsigned k = 0; k < n; k++)
        custom_copy_memory_param(fn, wrapper, k);
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, result);
    LLVMDisposeBuilder(b);
    return wrapper;
}

/* The call passes memory that is reached in another way as well. */
static bool is_shared(const struct request *r, unsigned k)
{
    LLVMValueRef own = ezb_underlying_object(r->params[k].primal, ADDRESS_STEPS);
    if (LLVMIsAGlobalVariable(own))
        return true;
    for (unsigned i = 0; i < r->param_count; i++) {
        LLVMValueRef other = r->params[i].primal;
        if (i != k && other && LLVMGetTypeKind(LLVMTypeOf(other)) == LLVMPointerTypeKind &&
            ezb_underlying_object(other, ADDRESS_STEPS) == own && !LLVMIsConstant(own))
            return true;
    }
    return false;
}

/* The primal reads memory through pointers that it finds in other than constant memory. */
static bool reads_elsewhere(struct engine *e, const struct request *r, LLVMValueRef prepared)
{
    uint8_t *constant = ARENA_ARRAY(e->emission.arena, uint8_t, LLVMCountParams(prepared));
    for (unsigned k = 0; k < r->param_count && k < LLVMCountParams(prepared); k++)
        constant[k] = r->params[k].activity == ACT_CONST;
    return elsewhere_is_read(e->emission.cx, e->emission.arena, prepared, constant);
}

/* dupnoneed memory that the primal never reads need not be written. */
static const uint8_t *unread_params(struct engine *e, const struct request *r,
                                    LLVMValueRef prepared)
{
    uint8_t *unread = NULL, how = PLAN_READ;
    for (unsigned k = 0; k < r->param_count; k++) {
        if (r->params[k].activity != ACT_DUPNONEED ||
            (!mode_is_split(r->mode) && is_shared(r, k)) || /* halves are for any call */
            !objects_only_written(activity_func(e->emission.activity, prepared), k))
            continue;
        if (!unread) {
            unread = ARENA_ARRAY(e->emission.arena, uint8_t, r->param_count);
            how = reads_elsewhere(e, r, prepared) ? PLAN_UNREAD_HERE : PLAN_UNREAD;
        }
        unread[k] = how;
    }
    return unread;
}

static const uint8_t *unchanged_params(struct engine *e, const struct request *r)
{
    uint8_t *unchanged = NULL;
    for (unsigned k = 0; k < r->param_count; k++) {
        if (!r->params[k].not_overwritten)
            continue;
        if (!unchanged)
            unchanged = ARENA_ARRAY(e->emission.arena, uint8_t, r->param_count);
        unchanged[k] = 1;
    }
    return unchanged;
}

/* Some call reads tapes of this function in a forward sweep: they keep what that needs. */
static bool wants_tangents(struct engine *e, const struct request *r)
{
    for (unsigned i = 0; i < e->requests->count; i++)
        if (e->requests->items[i].mode == MODE_SPLIT_FORWARD &&
            e->requests->items[i].target == r->target)
            return true;
    return false;
}

/* Nobody asks for what the function returns. */
static bool is_unwanted(struct engine *e, const struct request *r)
{
    for (unsigned i = 0; i < e->requests->count; i++)
        if (e->requests->items[i].mode == MODE_AUGMENTED &&
            e->requests->items[i].target == r->target && !e->requests->items[i].drops_result)
            return false;
    return true;
}

static uint8_t kind_of(enum deriv_mode mode)
{
    return mode == MODE_FORWARD ? GEN_FORWARD : mode == MODE_REVERSE ? GEN_COMBINED : GEN_AUGMENTED;
}

/* Some pair whose tapes are read forward has memory of its own with a shadow. */
static bool tangents_stay(const struct engine *e)
{
    for (unsigned i = 0; i < e->all.count; i++) {
        const struct derivative *d = e->all.items[i];
        for (unsigned v = 0; d->tan && !d->custom && v < d->facts->f->value_count; v++)
            if (activity_has_shadow(d->facts->state[v]) &&
                (LLVMIsAAllocaInst(d->facts->f->values[v]) ||
                 d->facts->f->calls[v].cls == CALL_ALLOC ||
                 d->facts->f->calls[v].cls == CALL_TAPE_ALLOC))
                return true;
    }
    return false;
}

static bool rule_uses_tape_up(const struct engine *e)
{
    for (unsigned i = 0; i < e->all.count; i++)
        if (e->all.items[i]->key.reusable && e->all.items[i]->custom &&
            e->all.items[i]->custom->once)
            return true;
    return false;
}

/* A forward sweep leaves tangents in shadows on the tape, where a reverse sweep would take them for
 * adjoints. */
static bool check_kept_tape(struct engine *e, const struct request *r)
{
    if (r->mode == MODE_SPLIT_REVERSE && r->tape.keep && rule_uses_tape_up(e))
        return diag(e->emission.diags, DIAG_UNSUPPORTED, r->call,
                    "enzyme_nofree where a library routine such as BLAS keeps a tape of its own");
    if (r->mode != MODE_SPLIT_FORWARD || !r->tape.keep || !tangents_stay(e))
        return true;
    for (unsigned i = 0; i < e->requests->count; i++)
        if (e->requests->items[i].mode == MODE_SPLIT_REVERSE &&
            e->requests->items[i].target == r->target)
            return diag(e->emission.diags, DIAG_UNSUPPORTED, r->call,
                        "enzyme_nofree in __enzyme_fwdsplit beside __enzyme_reverse of a function "
                        "with local memory");
    return true;
}

/* The reverse sweep goes back through what the device has been through since (runtime/launch): no
 * other launch may come in between. */
static bool check_launches(struct engine *e, const struct request *r)
{
    for (unsigned i = 0; i < e->all.count && mode_is_split(r->mode); i++)
        if (e->all.items[i]->custom && launches_is_launch(e->all.items[i]->key.fn))
            return diag(e->emission.diags, DIAG_UNSUPPORTED, r->call,
                        "a launch of a kernel, in split mode,");
    return true;
}

/* -fenz-check */
static bool compares(const struct engine *e, const struct derivative *d)
{
    return e->emission.options->check & ENZ_CHECK_COMPARISONS && !d->key.nested;
}

static bool replace_call(struct engine *e, const struct request *r, struct derivative *d)
{
    struct emit_pair pair;
    if (!check_kept_tape(e, r) || !check_launches(e, r))
        return false;
    if (mode_is_split(r->mode) && !split_finish(&e->emission, d, &pair))
        return false;
    if (r->mode == MODE_AUGMENTED && compares(e, d))
        engine_check_pair(e, r, d, &pair);
    if (r->mode == MODE_SHADOW)
        pair.record = split_record(&e->emission, d, r, &pair);
    else
        gen_check_apart(&e->emission, r, mode_is_split(r->mode) ? pair.augmented : d->fn,
                        d->key.fn);
    gen_check_two_globals(&e->emission, r);
    if (mode_is_split(r->mode))
        return fit_replace_split(e->emission.cx, e->emission.module, e->emission.arena,
                                 e->emission.diags, r, e->requests, &pair);
    if (!d->resets_globals)
        gen_reset_globals(&e->emission, d->fn, r->width);
    d->resets_globals = true;
    if (e->emission.activity->distant)
        gen_distant_call(&e->emission, r, d->fn);
    return fit_replace_call(e->emission.cx, e->emission.module, e->emission.arena,
                            e->emission.diags, r, e->requests, d->fn, d->follows);
}

/* Of pairs: numbers only, the derivative of what a pointer leads to is in its shadow. */
static bool returns_derivative(const struct request *r)
{
    bool fp = false, ptr = false;
    activity_type_has(LLVMGetReturnType(LLVMGlobalGetValueType(r->fn)), &fp, &ptr);
    if (r->mode == MODE_FORWARD)
        return r->ret != ACT_CONST;
    return r->mode == MODE_SPLIT_FORWARD ? r->ret != ACT_CONST && !ptr : r->ret == ACT_OUT;
}

/* Where the function, or one that it calls, starts a thread that goes on by itself, or a task: then
 * another one may run beside anything. NULL if it does not. */
static LLVMValueRef start_of_thread(struct engine *e, LLVMValueRef prepared)
{
    struct map seen;
    VEC(LLVMValueRef) work = {0};
    map_init(&seen, e->emission.arena);
    VEC_PUSH(e->emission.arena, &work, prepared);
    for (unsigned i = 0; i < work.count; i++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(work.items[i]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
                LLVMValueRef callee = code_is_call(v) ? LLVMGetCalledValue(v) : NULL;
                if (!callee || !LLVMIsAFunction(callee) || map_get(&seen, callee))
                    continue;
                if (team_is_started(callee))
                    return v;
                map_put(&seen, callee, callee);
                VEC_PUSH(e->emission.arena, &work, callee);
            }
    return NULL;
}

/* -fenz-deterministic has an order for the threads of a team only. */
static bool refuse_threads(struct engine *e, const struct derivative_key *key)
{
    const struct enz_options *o = e->emission.options;
    bool any_order = key->kind != GEN_FORWARD && o->deterministic && o->atomic != PLAN_ATOMIC_NEVER;
    LLVMValueRef start = any_order && key->shared ? start_of_thread(e, key->fn) : NULL;
    return start && !diag(e->emission.diags, DIAG_UNSUPPORTED, start,
                          "a thread or a task, with -fenz-deterministic,");
}

static struct derivative_key key_of(struct engine *e, const struct request *r,
                                    LLVMValueRef prepared)
{
    uint8_t *args = ARENA_ARRAY(e->emission.arena, uint8_t, r->param_count);
    for (unsigned k = 0; k < r->param_count; k++)
        args[k] = engine_param_state(r, k);
    struct derivative_key key = {.fn = prepared,
                                 .kind = kind_of(r->mode),
                                 .width = (uint16_t)r->width,
                                 .ret_active = returns_derivative(r),
                                 .args = args,
                                 .nested = e->nested[r - e->requests->items],
                                 .errors = r->errors,
                                 .shared = start_of_thread(e, prepared) != NULL,
                                 .primal_return = r->primal_return && !mode_is_split(r->mode)};
    key.outermost = r->mode != MODE_REVERSE || e->emission.options->noalias_shadow;
    if (mode_is_split(r->mode))
        key.reusable = true, key.unchanged = unchanged_params(e, r),
        key.tangents = wants_tangents(e, r), key.unwanted = is_unwanted(e, r);
    return key;
}

/* The derivatives that were made since there were `before`. */
static void report(struct engine *e, const struct request *r, double seconds, unsigned before)
{
    struct report report = {r, seconds, e->all.items + before, e->all.count - before};
    if (e->emission.options->report)
        report_derivatives(&e->emission, &report);
    if (e->page)
        report_page_add(e->page, &e->emission, &report);
}

/* No derivative: the function for several lanes. */
static bool lower_batch(struct engine *e, struct request *r)
{
    struct emission *m = &e->emission;
    struct diag_frame frame = {.at = r->call,
                               .text = arena_printf(m->arena, "the batch of %s is asked for here",
                                                    diag_name(m->diags, r->fn))};
    const struct batches batches = {m->cx, m->module, m->arena, m->diags};
    diag_push(m->diags, &frame);
    LLVMValueRef fn = batch_function(&batches, r);
    r->lowered =
        fn && fit_replace_call(m->cx, m->module, m->arena, m->diags, r, e->requests, fn, false);
    diag_pop(m->diags);
    return r->lowered;
}

static bool lower(struct engine *e, struct request *r)
{
    if (r->mode == MODE_BATCH)
        return lower_batch(e, r);
    double start = stats_now();
    struct diag_frame frame = {.at = r->call,
                               .text = arena_printf(e->emission.arena,
                                                    "the derivative of %s is asked for here",
                                                    diag_name(e->emission.diags, r->fn))};
    enum rule_mode mode = r->mode == MODE_FORWARD ? RULE_FORWARD : RULE_REVERSE;
    if (LLVMIsDeclaration(r->fn) || rule_is_custom(r->fn, mode))
        r->fn = engine_wrap(e, r->fn);
    e->emission.prepare = &e->prepares[mode == RULE_FORWARD && registry_modes_differ(&e->registry)];
    unsigned errors = diag_error_count(e->emission.diags);
    diag_push(e->emission.diags, &frame);
    stats_enter(e->stats, STATS_PREPARE);
    struct derivative_key key = key_of(e, r, prepare_function(e->emission.prepare, r->fn));
    engine_enter_level(e, key.fn);
    global_list adopted = {0};
    struct activity_context activity;
    e->emission.activity = &activity;
    engine_analyse(e, r, &key, &adopted);
    key.unread = unread_params(e, r, key.fn);
    double analysed = stats_now() - start;
    unsigned before = e->all.count;
    struct derivative *d = refuse_threads(e, &key) ? NULL : engine_derivative(e, &key);
    bool planned = activity_check_unknown(&activity) && bytes_check_memory(&activity) && d;
    bool ok = planned && engine_run_work(e) && diag_error_count(e->emission.diags) == errors &&
              d->emitted;
    if (planned)
        audit_note_planned(e->audit);
    if (ok)
        report(e, r, analysed, before);
    if (ok && compares(e, d) && (r->mode == MODE_REVERSE || r->mode == MODE_FORWARD))
        engine_check(e, r, d);
    ok = ok && replace_call(e, r, d);
    if (e->emission.given_shadows.count || adopted.count || e->callers_known || activity.distant)
        map_init(&e->derivatives, e->emission.arena);
    engine_drop_types(e);
    r->lowered = ok;
    diag_pop(e->emission.diags);
    return ok;
}

/* ---- order: inside-out ---- */

enum progress {
    WAITING,
    BEING_LOWERED,
    LOWERED,
    FAILED /* reported; what needs it fails silently */
};

/* What lies behind a function or a request: all lowered; a request that is being lowered; an error,
 * reported. */
enum reach { REACH_LOWERED = 1, REACH_CYCLE, REACH_FAILED };

struct order {
    struct engine *e;
    struct request_list *list;
    uint8_t *state;        /* enum progress, per request */
    unsigned *next;        /* per request: the next one in its function + 1, or 0 */
    struct map first;      /* function -> its first request */
    struct map lowered;    /* functions behind which all is lowered */
    struct request *cycle; /* the last request found to be needed for itself */
};

/* The functions visited for one request: enum reach; kept together because cycles make results
 * depend on each other. */
struct visit {
    struct map reach;
    VEC(LLVMValueRef) functions;
    bool
        left_out; /* a possible target led to a cycle: what was found holds for this request only */
};

static enum reach lower_inside_out(struct order *o, unsigned i);
static enum reach lower_reachable(struct order *o, LLVMValueRef fn, struct visit *seen);

static void order_init(struct order *o)
{
    map_init(&o->lowered, o->e->emission.arena);
    map_init(&o->first, o->e->emission.arena);
    o->state = ARENA_ARRAY(o->e->emission.arena, uint8_t, o->list->count);
    o->next = ARENA_ARRAY(o->e->emission.arena, unsigned, o->list->count);
    for (unsigned i = o->list->count; i-- > 0;) {
        LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(o->list->items[i].call));
        unsigned later = map_get_id(&o->first, fn);
        o->next[i] = later == MAP_NO_ID ? 0 : later + 1;
        map_put_id(&o->first, fn, i);
    }
}

static enum reach lower_requests_in(struct order *o, LLVMValueRef fn)
{
    unsigned i = map_get_id(&o->first, fn);
    enum reach r = REACH_LOWERED;
    for (i = i == MAP_NO_ID ? 0 : i + 1; i && r == REACH_LOWERED; i = o->next[i - 1])
        r = lower_inside_out(o, i - 1);
    return r;
}

/* Functions that a call through a pointer may run. One that needs the derivative being made cannot
 * be meant: it only has the type of what is called. */
static enum reach lower_targets(struct order *o, LLVMValueRef call, struct visit *seen)
{
    struct prepare_targets targets =
        prepare_address_taken(&o->e->prepares[0], LLVMGetCalledFunctionType(call));
    for (unsigned k = 0; k < targets.count; k++) {
        enum reach r = lower_reachable(o, targets.items[k], seen);
        if (r == REACH_FAILED)
            return r;
        seen->left_out |= r == REACH_CYCLE;
        for (unsigned i = 0; i < PREPARES && r == REACH_CYCLE; i++)
            prepare_exclude_target(&o->e->prepares[i], targets.items[k]);
    }
    return REACH_LOWERED;
}

static enum reach lower_behind(struct order *o, LLVMValueRef inst, struct visit *seen)
{
    bool call = code_is_call(inst);
    enum reach r = call && rule_classify(o->e->emission.cx, inst).cls == CALL_INDIRECT
                       ? lower_targets(o, inst, seen)
                       : REACH_LOWERED;
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n && r == REACH_LOWERED; k++)
        if (LLVMIsAFunction(LLVMGetOperand(inst, (unsigned)k)))
            r = lower_reachable(o, LLVMGetOperand(inst, (unsigned)k), seen);
    return r;
}

static enum reach lower_reachable(struct order *o, LLVMValueRef fn, struct visit *seen)
{
    if (LLVMIsDeclaration(fn) || map_get(&o->lowered, fn))
        return REACH_LOWERED;
    uintptr_t known = (uintptr_t)map_get(&seen->reach, fn);
    if (known)
        return (enum reach)known;
    map_put(&seen->reach, fn, (void *)REACH_LOWERED);
    VEC_PUSH(o->e->emission.arena, &seen->functions, fn);
    enum reach r = lower_requests_in(o, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && r == REACH_LOWERED;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && r == REACH_LOWERED;
             v = LLVMGetNextInstruction(v))
            r = lower_behind(o, v, seen);
    map_put(&seen->reach, fn, (void *)(uintptr_t)r);
    return r;
}

/* Requests behind request i, then itself. In a cycle it waits: a caller that only might have led
 * here does without. */
static enum reach lower_inside_out(struct order *o, unsigned i)
{
    struct request *r = &o->list->items[i];
    if (o->state[i] == LOWERED || o->state[i] == FAILED)
        return o->state[i] == LOWERED ? REACH_LOWERED : REACH_FAILED;
    if (o->state[i] == BEING_LOWERED) {
        o->cycle = r;
        return REACH_CYCLE;
    }
    o->state[i] = BEING_LOWERED;
    struct visit seen = {0};
    map_init(&seen.reach, o->e->emission.arena);
    enum reach reach = lower_reachable(o, r->fn, &seen);
    if (reach == REACH_CYCLE) {
        o->state[i] = WAITING;
        return reach;
    }
    for (unsigned k = 0; k < seen.functions.count && reach == REACH_LOWERED && !seen.left_out; k++)
        map_put(&o->lowered, seen.functions.items[k], seen.functions.items[k]);
    bool ok = reach == REACH_LOWERED && lower(o->e, r);
    o->state[i] = ok ? LOWERED : FAILED;
    return ok ? REACH_LOWERED : REACH_FAILED;
}

static void lower_each(struct order *o, bool tape_sizes)
{
    for (unsigned i = 0; i < o->list->count; i++)
        if ((o->list->items[i].mode == MODE_TAPE_SIZE) == tape_sizes &&
            lower_inside_out(o, i) == REACH_CYCLE) {
            o->state[i] = FAILED;
            diag(o->e->emission.diags, DIAG_CYCLE, o->cycle->call,
                 diag_name(o->e->emission.diags, o->cycle->fn));
        }
}

static void lower_all(struct order *o)
{
    for (unsigned i = 0; i < o->list->count && o->e->emission.options->dump_request; i++)
        request_dump(&o->list->items[i]);
    lower_each(o, true); /* sizes of tapes are constants for the calls that use them */
    lower_each(o, false);
}

/* After errors: half-made functions, and internal ones without body, must not reach the verifier.
 */
static void drop_bodies(struct engine *e)
{
    for (unsigned i = 0; i < e->all.count; i++) {
        LLVMValueRef fns[4] = {e->all.items[i]->fn, e->all.items[i]->aug, e->all.items[i]->rev,
                               e->all.items[i]->tan};
        for (unsigned k = 0; k < 4; k++)
            if (fns[k])
                ezb_forget_function(e->emission.cx, fns[k]), ezb_delete_body(fns[k]);
    }
    for (unsigned i = 0; i < e->emission.wrappers.count; i++)
        ezb_forget_function(e->emission.cx, e->emission.wrappers.items[i]),
            ezb_delete_body(e->emission.wrappers.items[i]);
}

/* What a choice in a run is to derivatives says the runtime (runtime/trace.h). */
static void add_choice_rule(struct engine *e)
{
    LLVMModuleRef m = e->emission.module;
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMValueRef choice = LLVMGetNamedFunction(m, "enz_rt_choice");
    LLVMTypeRef run = target_pointer(m), i64 = LLVMInt64TypeInContext(c);
    LLVMTypeRef number = LLVMDoubleTypeInContext(c), two[] = {number, number};
    LLVMTypeRef params[] = {run, run, i64, i64, number, number};
    if (!choice)
        return;
    LLVMTypeRef reverse = LLVMFunctionType(number, params, 6, 0);
    LLVMTypeRef forward = LLVMFunctionType(LLVMStructTypeInContext(c, two, 2, 0), params, 6, 0);
    LLVMAddAttributeAtIndex(
        choice, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(c, RULE_NO_SHADOWS, sizeof RULE_NO_SHADOWS - 1, "", 0));
    LLVMValueRef tangent = LLVMAddFunction(m, "enz_rt_choice_forward", forward);
    registry_add_rule(&e->registry, choice, tangent, tangent,
                      LLVMAddFunction(m, "enz_rt_choice_reverse", reverse));
}

static bool any_errors(const struct request_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].errors)
            return true;
    return false;
}

/* What waited for other derivatives to be truncated. */
static void lower_waiting(struct engine *e, struct request_list *list)
{
    struct emission *m = &e->emission;
    while (!diag_error_count(m->diags) && request_continue(m->cx, m->module, m->arena, m->diags,
                                                           m->options->runtime_activity, list)) {
        struct order order = {.e = e, .list = list};
        e->nested = engine_nested(e);
        order_init(&order);
        lower_all(&order);
    }
}

/* Sanitizers see no additions that the runtime makes: with them, additions are atomic. */
static bool locks_lines(LLVMModuleRef m, const struct enz_options *o)
{
    return o->atomic == PLAN_ATOMIC_AUTO && !target_is_device(m) && !sanitize_any(m);
}

/* Kernels of which the host's derivatives ask for the derivative are launched with it. */
static bool gives_shared_room(const struct request_list *list, const struct enz_options *o)
{
    bool all = true;
    for (unsigned i = 0; i < list->count; i++)
        all &= kernels_is_derivative(
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(list->items[i].call)));
    return all || o->dynamic_shared;
}

bool enz_differentiate_module(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *options)
{
    struct arena arena;
    arena_init(&arena);
    const struct diag_policy policy = {options->warnings, options->color,
                                       (enum diag_format)options->format};
    struct diag_sink *diags = diag_sink_new(cx, m, &policy);
    struct request_list list = {0};
    struct stats stats;
    stats_begin(&stats);
    stats_enter(&stats, STATS_REQUESTS);
    struct heap_globals heap;
    heap_globals_init(&heap, cx, m, &arena);
    struct engine e = {.emission = {.heap = &heap,
                                    .cx = cx,
                                    .module = m,
                                    .arena = &arena,
                                    .diags = diags,
                                    .options = options,
                                    .tape_arena = target_is_device(m) ? &tape_device : &tape_host},
                       .stats = &stats};
    static const enum rule_mode modes[PREPARES] = {RULE_REVERSE, RULE_FORWARD, RULE_BODIES};
    for (unsigned i = 0; i < PREPARES; i++) {
        prepare_init(&e.prepares[i], modes[i], cx, m, &arena, diags);
        e.prepares[i].registry = &e.registry;
        e.prepares[i].verify = options->verify || ENZCC_VERIFY;
        e.prepares[i].dump = options->dump_prepare;
        e.prepares[i].keeps_calls = i == PREPARE_CHECKED;
        e.prepares[i].fixed_order = options->deterministic;
        e.prepares[i].keeps_choices = options->check & ENZ_CHECK_KINKS;
        e.prepares[i].watches_floats = !i && options->check & ENZ_CHECK_FLOATS;
        e.prepares[i].ties = options->ties;
        e.prepares[i].wants_extents = engine_wants_checkpoints(options);
    }
    struct bundle_wish wish = {.over_bodies = options->blas == RULE_BLAS_RULES,
                               .fixed_order = options->deterministic};
    prepare_link(&e.prepares[0]);
    struct launches *launches =
        target_is_device(m) ? NULL : launches_begin(m, &arena, getenv("ENZCC_KERNELS"));
    if (e.prepares[0].watches_floats)
        prepare_float_value(m);
    bundle_link(cx, m, &arena, diags, &wish);
    request_note_integers(cx, m);
    if (!target_is_device(m) && launches_watch_memory(launches, m, &arena))
        ezb_run_module_passes(cx, m, "always-inline", NULL); /* each call allocates memory apart */
    registry_read(&e.registry, m, &arena, diags);
    registry_globs(m, options->inactive);
    if (options->missing == RULE_MISSING_DIFFERENCES)
        differences_add_rules(&e.registry, m, &arena);
    request_collect(cx, m, &arena, diags, options->runtime_activity, &list);
    if (list.count)
        ezb_avoid_copyable_elements();
    for (unsigned i = 0; target_is_device(m) && i < list.count; i++)
        kernels_known_version(list.items[i].call, diags);
    if (target_is_device(m))
        request_note_spaces(cx, m, &arena, &e.registry, &list);
    e.locks_lines = locks_lines(m, options);
    e.shared_room = gives_shared_room(&list, options);
    add_choice_rule(&e);
    e.virtual_arrays = request_any_arrays(m);
    stats_enter(&stats, STATS_REST);
    prepare_program(&e.prepares[0]);
    for (unsigned i = 0; i < PREPARES; i++)
        e.registry.records = prepare_any_records(&e.prepares[i]);
    e.program = types_program_new(cx, &arena, m, !options->distrust_aliasing);
    map_init(&e.emission.shadows.of, &arena);
    map_init(&e.derivatives, &arena);
    map_init(&e.emission.records, &arena);
    if (any_errors(&list))
        e.emission.error_hook = errors_find_hook(&e.emission);
    e.requests = &list;
    e.nested = engine_nested(&e);
    struct order order = {.e = &e, .list = &list};
    order_init(&order);
    const char *output = getenv("ENZCC_OUTPUT");
    if (options->report_file && !target_is_device(m))
        e.page = report_page_new(&arena, output ? output : "the program");
    const char *audit_path = target_is_device(m) ? NULL : getenv("ENZCC_AUDIT");
    if (audit_path)
        e.audit = audit_begin(&e.prepares[0], &e.registry, &list);
    lower_all(&order);
    lower_waiting(&e, &list);
    if (e.page && !diag_error_count(diags) && !report_page_write(e.page, options->report_file))
        exit(1); /* the message is out */
    bool audited = !audit_path || audit_write(e.audit, audit_path);
    if (diag_error_count(diags))
        drop_bodies(&e);
    else
        engine_finish(&e), request_finish(cx, m, &arena, diags, &list, engine_narrows_loops(&e));
    launches_end(launches);
    const char *wanted = target_is_device(m) ? NULL : getenv("ENZCC_LAUNCHES_WANTED");
    bool written = !wanted || launches_write(launches, wanted);
    stats.calls = list.count, stats.derivatives = e.all.count;
    for (unsigned i = 0; i < PREPARES; i++) {
        stats.prepared += e.prepares[i].all.count;
        prepare_dispose(&e.prepares[i]);
    }
    arena_free(&e.types_arenas[0]);
    types_program_free(e.program);
    if (e.copy)
        program_copy_free(e.copy);
    request_cleanup_markers(cx, m);
    unsigned errors = diag_error_count(diags);
    if (!wanted || errors) /* what are warnings only, the other link says */
        diag_flush(diags);
    if (options->stats)
        stats_report(&stats);
    diag_sink_free(diags);
    arena_free(&arena);
    if (wanted) /* that was all that was asked for */
        exit(errors || !written);
    if (!audited)
        exit(1); /* the message is out */
    return true;
}
