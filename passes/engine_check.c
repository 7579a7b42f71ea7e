/* See engine_check.h. */
#include "engine_check.h"
#include "base/options.h"
#include "device/device.h"
#include "emit/check.h"
#include "engine_activity.h"
#include "engine_make.h"
#include "engine_plan.h"
#include "engine_rules.h"
#include "facts/bytes.h"

/* Takes the derivatives back that were made since there were `before`. */
static void drop_since(struct engine *e, unsigned before)
{
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = before; i < e->all.count; i++) {
            LLVMValueRef fn = e->all.items[i]->fn;
            if (fn && !pass)
                ezb_forget_function(e->emission.cx, fn), ezb_delete_body(fn);
            else if (fn && !LLVMGetFirstUse(fn))
                LLVMDeleteFunction(fn);
        }
    e->all.count = before;
    e->work.count = 0;
}

/* A rule for forward mode says nothing of the memory that it uses; one of numbers may use none. */
static bool is_rule_of_numbers(struct engine *e, const struct derivative *d)
{
    bool numbers = d->custom->forward != NULL;
    for (unsigned k = 0, n = LLVMCountParams(d->key.fn); k < n; k++)
        numbers &= !(d->key.args[k] & STATE_ACTIVE);
    return numbers && check_only_computes(&e->emission, d->custom->forward);
}

/* The shadows of globals that d uses are found at run time, and hold numbers that are zero when the
 * derivative starts. */
static bool globals_are_numbers(struct engine *e, const struct derivative *d)
{
    const struct global_shadows *shadows = &e->emission.shadows;
    for (unsigned i = 0; i < shadows->globals.count; i++) {
        LLVMValueRef global = shadows->globals.items[i], *of = map_get(&shadows->of, global);
        bool fp = false, pointers = LLVMIsThreadLocal(global);
        activity_type_has(LLVMGlobalGetValueType(global), &fp, &pointers);
        if (pointers && of[0] && device_uses(e->emission.arena, d->fn, of[0]))
            return false;
    }
    return true;
}

static const char *instrument(struct engine *e, const struct derivative *d)
{
    if (d->custom)
        return is_rule_of_numbers(e, d) ? NULL : "it calls a function with a rule of its own";
    if (e->emission.activity->distant)
        return "it keeps active values in memory that the program has behind globals";
    if (d->facts->touches_globals && (d->facts->communicates || !globals_are_numbers(e, d)))
        return "it uses globals with derivatives that hold pointers or belong to a thread";
    return check_instrument(&e->emission, d->fn);
}

static const char *instrument_since(struct engine *e, unsigned before)
{
    const char *why = e->emission.unchecked;
    for (unsigned i = before; i < e->all.count && !why; i++)
        why = instrument(e, e->all.items[i]);
    return why;
}

/* Quietly, with what it calls; NULL if there is none. */
static struct derivative *make(struct engine *e, struct request *r, struct derivative_key *key)
{
    global_list adopted = {0};
    unsigned before = e->all.count;
    engine_analyse(e, r, key, &adopted);
    struct derivative *made = engine_derivative(e, key);
    bool ok = activity_check_unknown(e->emission.activity) &&
              bytes_check_memory(e->emission.activity) && made && engine_run_work(e) &&
              made->emitted;
    if (!ok)
        drop_since(e, before);
    return ok ? made : NULL;
}

static void drop_callees_since(struct engine *e, unsigned before)
{
    struct check_callees *all = e->emission.callees;
    for (unsigned i = before; i < all->all.count; i++)
        check_drop_callee(&e->emission, &all->all.items[i]);
    all->all.count = before;
}

/* The forward derivative that d, of the request's function, is compared with. */
static struct derivative *forward_derivative(struct engine *e, const struct request *r,
                                             const struct derivative *d, const char **why)
{
    struct request forward = *r;
    struct derivative_key key = d->key;
    unsigned before = e->all.count, callees = e->emission.callees->all.count;
    forward.mode = MODE_FORWARD;
    key.kind = GEN_FORWARD, key.checked = true, key.primal_return = key.ret_active;
    key.outermost = key.nested = key.errors = false, key.unread = NULL;
    key.fn = prepare_function(e->emission.prepare, r->fn);
    e->emission.unchecked = NULL, e->emission.checks_single = false;
    struct derivative *made = make(e, &forward, &key);
    *why = made ? instrument_since(e, before) : "forward mode cannot differentiate it";
    if (*why)
        drop_callees_since(e, callees);
    return *why ? NULL : made;
}

/* Where that is possible, it is made of bodies alone, and no call is inlined, so that each can be
 * compared. */
static struct derivative *checking_derivative(struct engine *e, const struct request *r,
                                              const struct derivative *d, const char **why)
{
    e->emission.prepare = &e->prepares[PREPARE_CHECKED];
    struct derivative *made = forward_derivative(e, r, d, why);
    if (made)
        return made;
    map_init(&e->derivatives, e->emission.arena);
    e->emission.prepare = &e->prepares[registry_modes_differ(&e->registry)];
    return forward_derivative(e, r, d, why);
}

static struct request request_of(struct engine *e, const struct request *around, LLVMValueRef fn)
{
    unsigned n = LLVMCountParams(fn);
    return (struct request){.call = around->call,
                            .fn = engine_wrap(e, fn), /* so that its rule counts, if it has one */
                            .target = fn,
                            .mode = around->mode,
                            .width = 1,
                            .param_count = n,
                            .params = ARENA_ARRAY(e->emission.arena, struct request_param, n + 1),
                            .ret = ACT_OUT,
                            .sret_param = -1};
}

/* The reverse derivative of a function of numbers that is called, for the search for what is wrong;
 * NULL if it has none. */
static const struct derivative *called_derivative(struct engine *e, const struct request *around,
                                                  LLVMValueRef fn)
{
    unsigned n = LLVMCountParams(fn);
    struct request r = request_of(e, around, fn);
    r.mode = MODE_REVERSE;
    uint8_t *args = ARENA_ARRAY(e->emission.arena, uint8_t, n + 1);
    for (unsigned k = 0; k < n; k++) {
        bool integer = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, k))) == LLVMIntegerTypeKind;
        r.params[k].activity = integer ? ACT_CONST : ACT_OUT;
        args[k] = engine_param_state(&r, k);
    }
    struct derivative_key key = {.fn = prepare_function(e->emission.prepare, r.fn),
                                 .kind = GEN_COMBINED,
                                 .width = 1,
                                 .ret_active = true,
                                 .args = args};
    return make(e, &r, &key);
}

/* ---- functions that are called ---- */

static bool same_params(LLVMValueRef prepared, const struct check_callee *c)
{
    bool same = LLVMCountParams(prepared) == c->count;
    for (unsigned k = 0; k < c->count && same; k++)
        same = LLVMTypeOf(LLVMGetParam(prepared, k)) == c->params[k];
    return same;
}

static const struct derivative *derivative_of_callee(struct engine *e, struct request *r,
                                                     const struct check_callee *c, const char **why)
{
    bool forward = r->mode == MODE_FORWARD;
    enum rule_mode rules = forward ? RULE_FORWARD : RULE_REVERSE;
    e->emission.prepare =
        &e->prepares[forward && registry_modes_differ(&e->registry) ? PREPARE_FORWARD
                                                                    : PREPARE_REVERSE];
    struct derivative_key key = {.fn = prepare_function(e->emission.prepare, r->fn),
                                 .kind = forward ? GEN_FORWARD : GEN_COMBINED,
                                 .width = 1,
                                 .ret_active = c->ret_active,
                                 .args = c->args};
    for (unsigned k = 0; k < r->param_count && k < c->count; k++)
        r->params[k].activity = c->args[k] & STATE_ACTIVE   ? ACT_DUP
                                : c->args[k] & STATE_VARIED ? ACT_OUT
                                                            : ACT_CONST;
    bool ruled = rule_is_custom(c->fn, rules);
    struct derivative *made = same_params(key.fn, c) ? make(e, r, &key) : NULL;
    if (!made)
        *why = !same_params(key.fn, c) ? "its parameters are passed in another way"
               : ruled                 ? "its rule does not fit it"
               : forward               ? "forward mode cannot differentiate it by itself"
                                       : "reverse mode cannot differentiate it by itself";
    return made;
}

/* Both derivatives of one function that is called; its own calls are added to the list. */
static void finish_callee(struct engine *e, const struct request *around,
                          const struct check_callee *c)
{
    const char *why = NULL, *rules = "";
    struct request r = request_of(e, around, c->fn);
    const struct derivative *d = derivative_of_callee(e, &r, c, &why),
                            *forward = d ? checking_derivative(e, &r, d, &why) : NULL;
    if (forward)
        rules = engine_rules_of(e, d), why = NULL;
    check_finish_callee(&e->emission, c, d, forward, rules, why);
}

/* The list grows while it is worked off. */
static void finish_callees(struct engine *e, const struct request *r)
{
    struct check_callees *all = e->emission.callees;
    for (unsigned i = 0; i < all->all.count; i++) {
        struct check_callee callee = all->all.items[i];
        finish_callee(e, r, &callee);
    }
    e->emission.callees = NULL;
}

/* ---- complex steps ---- */

/* The function computed with complex numbers, to be run at the arguments of the derivative. */
static LLVMValueRef checking_clone(struct engine *e, const struct request *r,
                                   const struct derivative *d, const char **why)
{
    struct emission *m = &e->emission;
    struct complex_clones clones;
    complex_init(&clones, m->cx, m->module, m->arena, m->diags);
    LLVMValueRef clone = complex_function(&clones, r->fn), run = NULL;
    *why = clones.why;
    for (unsigned i = 0; i < clones.all.count && !*why; i++)
        *why = check_instrument(m, clones.all.items[i]);
    m->prepare = &e->prepares[PREPARE_REVERSE]; /* in which rules of reverse mode count */
    for (unsigned i = 0; i < clones.calls.count; i++)
        check_complex_call(m, &clones.calls.items[i],
                           *why ? NULL : called_derivative(e, r, clones.calls.items[i].fn));
    if (!*why && !(run = check_complex_run(m, d, &clones, clone)))
        *why = "its parameters are passed in another way";
    for (unsigned i = 0; i < clones.all.count; i++)
        if (*why)
            ezb_forget_function(m->cx, clones.all.items[i]), ezb_delete_body(clones.all.items[i]);
    return run;
}

/* ---- the whole ---- */

static void set_diags(struct engine *e, struct diag_sink *diags)
{
    e->emission.diags = diags;
    for (unsigned i = 0; i < PREPARES; i++)
        e->prepares[i].diags = diags;
}

/* What a derivative is compared with, while messages are held back. */
struct comparison {
    struct diag_sink *diags, *quiet;
    struct prepare *prepare;
    struct activity_context activity, *around;
    struct map derivatives;
    struct check_callees callees;
    struct check_records recorded;
    struct derivative *forward;
    LLVMValueRef complex;
    const char *why, *incomplete; /* it cannot be; complex steps cannot */
};

static const char *refusal(const struct request *r, const struct derivative *d)
{
    return r->width > 1                            ? "it has several directions"
           : r->errors                             ? "it is an estimate of errors"
           : d->key.shared                         ? "it starts threads"
           : d->key.unread                         ? "memory of enzyme_dupnoneed need not exist"
           : d->split && d->facts->touches_globals ? "its halves use globals with derivatives"
                                                   : NULL;
}

static void begin(struct engine *e, const struct request *r, const struct derivative *d,
                  struct comparison *c)
{
    struct emission *m = &e->emission;
    *c = (struct comparison){.diags = m->diags,
                             .quiet = diag_sink_new(m->cx, m->module, NULL),
                             .prepare = m->prepare,
                             .around = m->activity,
                             .derivatives = e->derivatives,
                             .why = refusal(r, d)};
    m->activity = &c->activity;
    m->callees = &c->callees;
    m->recorded = &c->recorded;
    set_diags(e, c->quiet);
    map_init(&e->derivatives, m->arena); /* what calls are compared has other code */
    if (!c->why)
        c->forward = checking_derivative(e, r, d, &c->why);
    if (c->forward && m->options->check & ENZ_CHECK_COMPLEX)
        c->complex = checking_clone(e, r, d, &c->incomplete);
}

static void end(struct engine *e, const struct request *r, struct comparison *c)
{
    finish_callees(e, r);
    e->emission.recorded = NULL;
    set_diags(e, c->diags);
    e->emission.prepare = c->prepare;
    e->emission.activity = c->around;
    e->derivatives = c->derivatives;
    diag_sink_free(c->quiet);
    if (c->why)
        diag(c->diags, DIAG_UNCHECKED, r->call, c->why);
    else if (c->incomplete)
        diag(c->diags, DIAG_UNCHECKED, r->call,
             arena_printf(e->emission.arena, "complex steps: %s", c->incomplete));
}

void engine_check(struct engine *e, const struct request *r, struct derivative *d)
{
    struct comparison c;
    begin(e, r, d, &c);
    LLVMValueRef checked = c.forward ? check_wrap(&e->emission, d, c.forward, c.complex,
                                                  engine_rules_of(e, d), r->call, &c.why)
                                     : NULL;
    end(e, r, &c);
    map_init(&e->derivatives, e->emission.arena); /* d is for this call now */
    if (checked)
        d->fn = checked;
}

void engine_check_pair(struct engine *e, const struct request *r, const struct derivative *d,
                       struct emit_pair *pair)
{
    struct comparison c;
    struct derivative whole = check_halves(&e->emission, d, pair);
    struct request reverse = *r;
    reverse.mode = MODE_REVERSE;
    begin(e, &reverse, &whole, &c);
    struct check_pair p = {&whole, c.forward, c.complex, r->call, engine_rules_of(e, &whole)};
    if (c.forward)
        c.why = check_wrap_pair(&e->emission, &p, pair);
    end(e, &reverse, &c);
}
