/* What becomes of generated functions when no derivative is made of them any more.
 *
 * They are optimised with the program by the link's pipeline, unless -fenz-opt gives them a level
 * of their own: what a higher one does is done here, and what a lower one does not do is forbidden.
 */
#include "engine_finish.h"
#include "base/stats.h"
#include "base/target.h"
#include "emit/extrema.h"
#include "emit/library_calls.h"
#include "emit/pieces.h"
#include "emit/short_sums.h"
#include "emit/thread_locals.h"
#include "engine.h"
#include "listing/listing.h"
#include <stdlib.h>
#include <string.h>

int engine_level(const struct engine *e)
{
    const struct enz_options *o = e->emission.options;
    return o->own_level ? o->derivative_level : o->opt_level;
}

bool engine_narrows_loops(const struct engine *e)
{
    const struct enz_options *o = e->emission.options;
    return !o->whole_loops && (o->narrow_loops || engine_level(e) > 0);
}

/* ---- all generated functions ----------------------------------------------------------------- */

typedef void finisher(struct engine *e, LLVMValueRef fn);

static void finish_each(struct engine *e, finisher *finish)
{
    for (unsigned i = 0; i < e->all.count; i++) {
        if (e->all.items[i]->same)
            continue;
        LLVMValueRef fns[4] = {e->all.items[i]->fn, e->all.items[i]->aug, e->all.items[i]->rev,
                               e->all.items[i]->tan};
        for (unsigned k = 0; k < 4; k++)
            if (fns[k] && !LLVMIsDeclaration(fns[k]))
                finish(e, fns[k]);
    }
    for (unsigned i = 0; i < e->emission.wrappers.count; i++)
        finish(e, e->emission.wrappers.items[i]);
}

static void shape(struct engine *e, LLVMValueRef fn)
{
    library_calls_restore(fn);
    extrema_restore(fn);
    if (engine_level(e) >= 2) /* else there are no vectors */
        short_sums_version(e->emission.cx, e->emission.arena, fn);
    pieces_cut(e->emission.cx, e->emission.module, fn);
}

/* ---- attributes and hints -------------------------------------------------------------------- */

static bool has(LLVMValueRef fn, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

static void add(struct engine *e, LLVMValueRef fn, const char *name)
{
    LLVMContextRef c = LLVMGetModuleContext(e->emission.module);
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(c, kind, 0));
}

static void leave_alone(struct engine *e, LLVMValueRef fn)
{
    add(e, fn, "noinline");
    add(e, fn, "optnone");
}

/* {this node, {hint}, ...}, which stands at the branch back of a loop. */
static LLVMMetadataRef restraints(LLVMContextRef c)
{
    static const struct {
        const char *name;
        bool has_value;
    } hints[] = {{"llvm.loop.vectorize.enable", true}, {"llvm.loop.unroll.disable", false}};
    LLVMMetadataRef temporary = LLVMTemporaryMDNode(c, NULL, 0), ops[3] = {temporary};
    LLVMValueRef no = LLVMConstInt(LLVMInt1TypeInContext(c), 0, 0);
    for (unsigned i = 0; i < 2; i++) {
        const char *name = hints[i].name;
        LLVMMetadataRef hint[] = {LLVMMDStringInContext2(c, name, strlen(name)),
                                  LLVMValueAsMetadata(no)};
        ops[i + 1] = LLVMMDNodeInContext2(c, hint, hints[i].has_value ? 2 : 1);
    }
    LLVMMetadataRef node = LLVMMDNodeInContext2(c, ops, 3);
    LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(c, node), 0, node);
    LLVMDisposeTemporaryMDNode(temporary);
    return node;
}

/* Loops are neither vectorised nor unrolled. */
static void restrain(struct engine *e, LLVMValueRef fn)
{
    static const char kind[] = "llvm.loop";
    LLVMContextRef c = LLVMGetModuleContext(e->emission.module);
    unsigned id = LLVMGetMDKindIDInContext(c, kind, sizeof kind - 1);
    ezb_invalidate(e->emission.cx, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        EzbLoop l = ezb_loop_for(e->emission.cx, b);
        if (l && ezb_loop_latch(l) == b)
            LLVMSetMetadata(LLVMGetBasicBlockTerminator(b), id,
                            LLVMMetadataAsValue(c, restraints(c)));
    }
}

/* ---- passes ---------------------------------------------------------------------------------- */

static void optimise(struct engine *e, LLVMValueRef fn)
{
    ezb_invalidate(e->emission.cx, fn);
    ezb_optimise_function(e->emission.cx, fn, (unsigned)engine_level(e));
}

static void set_level(struct engine *e)
{
    const struct enz_options *o = e->emission.options;
    if (!o->own_level)
        return;
    if (o->derivative_level == 0 && !o->inlined)
        finish_each(e, leave_alone);
    if (o->derivative_level == 1 && o->opt_level > 1)
        finish_each(e, restrain);
    if (o->derivative_level > 1 && o->derivative_level > o->opt_level)
        finish_each(e, optimise);
}

/* Long functions are not inlined. On a device that says where pointers lead: arguments of a kernel
 * do to memory of the device, those of a function anywhere. */
static void mark_inlined(struct engine *e, LLVMValueRef fn)
{
    if (!has(fn, "noinline"))
        add(e, fn, "alwaysinline");
}

static void inline_all(struct engine *e)
{
    char *err = NULL;
    finish_each(e, mark_inlined);
    if (ezb_run_module_passes(e->emission.cx, e->emission.module, "always-inline", &err))
        diag(e->emission.diags, DIAG_INTERNAL, NULL, "the program", err ? err : "pipeline failed");
    free(err);
}

static void finish_ranges(struct engine *e)
{
    unsigned n = e->levels.count;
    struct global_shadows *all = ARENA_ARRAY(e->emission.arena, struct global_shadows, n + 1);
    for (unsigned i = 0; i < n; i++)
        all[i] = e->levels.items[i].shadows;
    all[n] = e->emission.shadows;
    gen_finish_shadow_ranges(&e->emission, all, n + 1);
}

/* -fenz-emit. On devices there is no output of its own. */
static void list(struct engine *e)
{
    const struct enz_options *o = e->emission.options;
    const char *variable = getenv("ENZCC_OUTPUT"), *output = variable ? variable : "a.out";
    if (target_is_device(e->emission.module))
        return;
    const struct listing_of of = {&e->emission, e->all.items, e->all.count};
    if ((o->emit_ll && !listing_write_ll(&of, output)) ||
        (o->emit_c && !listing_write_c(&of, output)))
        exit(1); /* the message is out */
}

void engine_finish(struct engine *e)
{
    stats_enter(e->stats, STATS_CLEAN);
    finish_ranges(e);
    thread_locals_replace(&e->emission);
    finish_each(e, shape);
    set_level(e);
    list(e);
    if (e->emission.options->inlined)
        inline_all(e);
    else if (target_is_device(e->emission.module) && engine_level(e) > 0)
        finish_each(e, mark_inlined); /* the link's own passes inline them */
    stats_enter(e->stats, STATS_REST);
}
