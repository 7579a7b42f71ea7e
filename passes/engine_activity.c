/* See engine_activity.h. Which globals have shadows, and where, is found out with what is active: a
 * conclusion that turns out to be wrong starts the analysis again. */
#include "engine_activity.h"
#include "base/stats.h"
#include "base/target.h"
#include "emit/derivative.h"
#include "engine_types.h"
#include "emit/distant.h"
#include "facts/global_aliases.h"
#include "facts/heap_globals.h"
#include "facts/objects.h"
#include "facts/types.h"
#include "ir/code.h"
#include "ir/text.h"
#include <stdlib.h>

/* ---- shadows that the call gives ------------------------------------------------------------- */

/* Where globals have an address space, pointers to them are cast. */
static LLVMValueRef without_space(LLVMValueRef v)
{
    bool cast = LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMAddrSpaceCast;
    return cast ? LLVMGetOperand(v, 0) : v;
}

/* A variable that the program can set. Those in the constant memory of a device the host sets. */
static LLVMValueRef variable_of(const struct request_param *p)
{
    LLVMValueRef global = p->shadows && p->primal ? without_space(p->primal) : NULL;
    bool set = global && LLVMIsAGlobalVariable(global) &&
               (!LLVMIsGlobalConstant(global) || LLVMIsExternallyInitialized(global));
    return set ? global : NULL;
}

/* Bytes of the variable that the pointer leads to; UINT64_MAX if it is none, or an array of a
 * length that is not declared here. */
static uint64_t size_of_variable(LLVMModuleRef m, LLVMValueRef pointer)
{
    LLVMValueRef v = ezb_underlying_object(pointer, ADDRESS_STEPS);
    LLVMTypeRef t = LLVMIsAGlobalVariable(v) ? LLVMGlobalGetValueType(v)
                    : LLVMIsAAllocaInst(v)   ? LLVMGetAllocatedType(v)
                                             : NULL;
    bool one =
        t && (LLVMIsAGlobalVariable(v) || (LLVMIsAConstantInt(LLVMGetOperand(v, 0)) &&
                                           LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) == 1));
    uint64_t size =
        one && LLVMTypeIsSized(t) ? LLVMABISizeOfType(LLVMGetModuleDataLayout(m), t) : 0;
    return size ? size : UINT64_MAX;
}

/* What the call passes is the first member of the global, or its first elements: its shadow has no
 * room for the rest. */
static bool is_part(const struct engine *e, const struct request_param *p, unsigned width,
                    LLVMValueRef global)
{
    LLVMModuleRef m = e->emission.module;
    for (unsigned direction = 0; direction < width; direction++)
        if (size_of_variable(m, p->shadows[direction]) < size_of_variable(m, global))
            return true;
    return false;
}

/* A global passed as a dup argument: uses by name share the shadow given in the call, which must be
 * a constant address then. */
static bool share_global_shadows(struct engine *e, const struct request *r,
                                 struct activity_context *c)
{
    bool any = false;
    for (unsigned k = 0; k < r->param_count; k++) {
        const struct request_param *p = &r->params[k];
        LLVMValueRef global = variable_of(p);
        if (!global || is_part(e, p, r->width, global))
            continue;
        LLVMValueRef *directions = ARENA_ARRAY(e->emission.arena, LLVMValueRef, REQUEST_MAX_WIDTH);
        for (unsigned direction = 0; direction < r->width; direction++)
            if (LLVMIsConstant(p->shadows[direction]))
                directions[direction] = without_space(p->shadows[direction]);
        map_put(&e->emission.given_shadows, global, directions);
        map_put(&c->globals, global, (void *)(uintptr_t)(STATE_ACTIVE + 1u));
        any = true;
    }
    return any;
}

/* ---- shadows of what globals lead to --------------------------------------------------------- */

static bool contains(const global_list *list, LLVMValueRef g)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i] == g)
            return true;
    return false;
}

/* Globals through which active floating-point values are kept in memory that was allocated before
 * the call: where the memory's shadow can be found at run time, the global gets one. True if there
 * are new ones. */
static bool adopt_globals(struct engine *e, const struct activity_context *c, global_list *adopted)
{
    bool any = false;
    LLVMValueRef g;
    for (unsigned i = 0; (g = activity_unknown_global(c, &i)) != NULL;) {
        if (contains(adopted, g) || !heap_leaves_only(e->emission.heap, g))
            continue;
        VEC_PUSH(e->emission.arena, adopted, g);
        any = true;
    }
    return any;
}

/* What is known before the request is looked at. */
static void begin_activity(struct engine *e, struct activity_context *c, struct types *types,
                           const global_list *adopted)
{
    struct prepare *p = e->emission.prepare;
    *c = (struct activity_context){.cx = p->cx,
                                   .module = p->module,
                                   .arena = p->arena,
                                   .diags = p->diags,
                                   .sources = {&p->originals, &p->trips, &p->extents},
                                   .heap = e->emission.heap,
                                   .types = types};
    activity_context_init(c);
    for (unsigned i = 0; i < adopted->count; i++)
        map_put(&c->globals, adopted->items[i], (void *)(uintptr_t)(STATE_ACTIVE + 1u));
    c->missing_inactive = e->emission.options->missing == RULE_MISSING_ZERO;
    c->globals_inactive = e->emission.options->inactive_globals;
    for (unsigned i = 0; i < e->registry.inactive_globals.count; i++)
        activity_inactive_global(c, e->registry.inactive_globals.items[i]);
}

/* A pointer in the global is not simply that to a block, as it was allocated. */
static bool holds_parts(const struct engine *e, LLVMValueRef global)
{
    return !heap_leaves_only(e->emission.heap, global);
}

/* Active values are stored through a pointer in one global while numbers are read through another
 * one, which may lead into the same memory: of blocks as they were allocated the run compares the
 * pointers (emit/apart.c). */
static bool mixes_parts(const struct engine *e, const struct activity_context *c)
{
    global_list to = {0}, from = {0};
    bool parts = false;
    for (unsigned i = 0; i < c->unknown_stores.count; i++)
        if (c->unknown_stores.items[i].root && !contains(&to, c->unknown_stores.items[i].root))
            VEC_PUSH(c->arena, &to, c->unknown_stores.items[i].root);
    for (unsigned i = 0; i < c->unknown_loads.count && to.count; i++)
        if (c->unknown_loads.items[i].root && !contains(&from, c->unknown_loads.items[i].root))
            VEC_PUSH(c->arena, &from, c->unknown_loads.items[i].root);
    for (unsigned i = 0; i < to.count && !parts; i++)
        for (unsigned k = 0; k < from.count && !parts; k++)
            parts = to.items[i] != from.items[k] &&
                    (holds_parts(e, to.items[i]) || holds_parts(e, from.items[k]));
    return parts;
}

/* Objects of other compilers may set what is in the global. */
static bool may_be_set_elsewhere(LLVMValueRef global)
{
    bool fp = false, ptr = false;
    LLVMLinkage linkage = LLVMGetLinkage(global);
    activity_type_has(LLVMGlobalGetValueType(global), &fp, &ptr);
    return ptr && !LLVMIsDeclaration(global) && !LLVMIsGlobalConstant(global) &&
           !LLVMIsThreadLocal(global) && linkage != LLVMInternalLinkage &&
           linkage != LLVMPrivateLinkage;
}

/* A global with a shadow has pointers to something else than a block of numbers: what that is when
 * a derivative begins is not known, and to a block that holds pointers itself the shadow that
 * another one has left does not fit any more if the program has changed it. */
static bool keeps_pointers(const struct engine *e, const struct activity_context *c)
{
    const struct emission *m = &e->emission;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m->module); g; g = LLVMGetNextGlobal(g)) {
        uintptr_t state = (uintptr_t)map_get(&c->globals, g);
        if (!state || !((state - 1) & STATE_ACTIVE) || map_get(&m->given_shadows, g) ||
            gen_global_stays(g))
            continue;
        if (may_be_set_elsewhere(g))
            return true;
        const struct heap_leaves *leaves = heap_leaves_of(m->heap, g);
        for (unsigned i = 0; i < leaves->count; i++)
            if (heap_leaf_changes(&leaves->items[i]))
                return true;
    }
    return false;
}

/* Shadows at a distance are for derivatives that run to their end by themselves. */
static bool may_be_distant(const struct engine *e, const struct request *r,
                           const struct derivative_key *key)
{
    return (r->mode == MODE_REVERSE || r->mode == MODE_FORWARD) && !key->nested &&
           key->width == 1 && !target_is_device(e->emission.module) && !e->emission.activity->words;
}

/* ---- memory that is passed, and reached through globals, too --------------------------------- */

static bool passes_memory(const struct request *r)
{
    for (unsigned k = 0; k < r->param_count; k++)
        if (r->params[k].shadows && r->params[k].primal && code_is_pointer(r->params[k].primal))
            return true;
    return false;
}

/* What the program stores where, in a copy that is made when that is first asked, or again for
 * derivative calls that were not there yet. */
static struct pointer_stores *stores_of_program(struct engine *e, const struct request *r)
{
    struct emission *m = &e->emission;
    if (e->copy && !map_get(&e->copy->calls, r->call)) {
        program_copy_free(e->copy);
        e->copy = NULL;
    }
    if (!e->copy) {
        char *error;
        e->copy = program_copy_new(m->cx, m->arena, m->module, e->requests, &error);
        if (error)
            diag(m->diags, DIAG_INTERNAL, r->call, diag_name(m->diags, r->target), error);
        free(error);
        e->stores = pointer_stores_new(e->copy, m->arena);
    }
    return e->stores;
}

/* Blocks in globals, as they were allocated, the run compares with what is passed (emit/apart.c).
 */
static void add_passed(struct engine *e, LLVMValueRef passed, LLVMValueRef global,
                       struct global_alias *met)
{
    bool object = gen_distant_is_object(&e->emission, passed);
    if (!object && heap_leaves_only(e->emission.heap, global))
        return;
    met->global = global;
    met->hidden |= !object;
}

static struct global_alias find_met(struct engine *e, const struct request *r,
                                    const struct derivative_key *key, struct arena *arena)
{
    struct prepare *p = e->emission.prepare;
    struct global_alias met = {.global = NULL};
    if (target_is_device(p->module) || r->lowered || !mode_has_values(r->mode) || !passes_memory(r))
        return met;
    struct global_aliases *aliases =
        global_aliases_of(arena, e->types, p->module, key->fn, r->target);
    if (!global_aliases_any(aliases))
        return met;
    global_aliases_in(aliases, stores_of_program(e, r));
    for (unsigned k = 0; k < r->param_count; k++) {
        const struct request_param *param = &r->params[k];
        met.passed = (global_set){0};
        global_aliases_find(aliases, r->call, k, &met);
        for (unsigned i = 0; i < met.passed.count; i++)
            add_passed(e, param->primal, met.passed.items[i], &met);
    }
    return met;
}

static void refuse_met(struct engine *e, const struct request *r, LLVMValueRef global)
{
    char *name = ezb_demangle(text_function_name(e->emission.arena, global));
    diag(e->emission.diags, DIAG_PASSED_AND_GLOBAL, r->call, name);
    LLVMDisposeMessage(name);
}

void engine_analyse(struct engine *e, struct request *r, struct derivative_key *key,
                    global_list *adopted)
{
    stats_enter(e->stats, STATS_TYPES);
    e->types = engine_types(e, r, key->fn);
    e->emission.tracks = types_tracks(e->types);
    stats_enter(e->stats, STATS_ACTIVITY);
    struct activity_context *c = e->emission.activity;
    bool constants_stored = r->runtime_activity, unknown_returned = false, globals_filled = false,
         words = false, distant = false, tried = false, again;
    struct object_set unknown_objects;
    object_set_init(&unknown_objects, e->emission.arena);
    struct arena aliases;
    arena_init(&aliases);
    struct global_alias met = find_met(e, r, key, &aliases);
    e->emission.held = (held_list){0};
    for (unsigned i = 0; i < met.held.count; i++)
        VEC_PUSH(e->emission.arena, &e->emission.held, met.held.items[i]);
    arena_free(&aliases);
    do { /* a constant pointer stored into active memory, found on the way, changes what was
            concluded before */
        begin_activity(e, c, e->types, distant ? &(global_list){0} : adopted);
        c->constants_stored = constants_stored;
        c->unknown_objects = unknown_objects;
        c->unknown_returned = unknown_returned;
        c->globals_filled = globals_filled;
        c->words = words;
        c->distant = distant;
        map_init(&e->emission.given_shadows, e->emission.arena);
        if (share_global_shadows(e, r, c) || adopted->count || e->callers_known || distant)
            map_init(&e->derivatives, e->emission.arena); /* derivatives for other shadows, or
                                                             memory of other types, do not fit */
        activity_settle(c, activity_of(c, key->fn, key->args, key->ret_active));
        constants_stored = c->constants_stored;
        unknown_objects = c->unknown_objects;
        unknown_returned = c->unknown_returned;
        words = c->words;
        again = activity_fills_globals(c);
        if (again) { /* what was concluded under that assumption does not count */
            globals_filled = true, constants_stored = r->runtime_activity, unknown_returned = false;
            object_set_init(&unknown_objects, e->emission.arena);
        } else
            again = c->changed_mind | (!distant && adopt_globals(e, c, adopted));
        bool lost =
            !again && (activity_needs_distant(c) ||
                       (!tried && (met.global || mixes_parts(e, c) || keeps_pointers(e, c))));
        if (lost && (distant || (!tried && may_be_distant(e, r, key)))) {
            /* once with distant shadows; if that leaves anything, without them as before */
            distant = !tried, tried = again = true, constants_stored = r->runtime_activity;
            unknown_returned = globals_filled = words = false;
            object_set_init(&unknown_objects, e->emission.arena);
        }
    } while (again);
    if (met.global && (!distant || met.hidden))
        refuse_met(e, r, met.global);
}
