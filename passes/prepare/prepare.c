/* Clones and canonicalises everything reachable from a function to be differentiated.
 *
 * The order: clone the reachable call graph, clean each clone, inline bottom-up, give indirect
 * calls their targets, inline again, optimise without vectorising or unrolling, canonicalise loops.
 * Passes are LLVM's, run on one function at a time so that the user's own code stays as it is. */
#include "prepare/prepare.h"
#include "ir/in_place.h"
#include "ir/text.h"
#include "prepare/exceptions/exceptions.h"
#include "prepare/calls/libm_calls.h"
#include "rules/bundle.h"
#include "rules/rules.h"
#include <stdlib.h>
#include <string.h>

#define INSTCOMBINE "instcombine<no-verify-fixpoint>"

static const char *const early_pipeline =
    "sroa<modify-cfg>,early-cse<memssa>,simplifycfg," INSTCOMBINE;
static const struct prepare_pipelines inline_pipelines = {
    .hoist = "early-cse<memssa>,loop-mssa(loop-rotate,licm)",
    .clean = "sroa<modify-cfg>,early-cse<memssa>,simplifycfg," INSTCOMBINE,
};
/* No partial redundancy elimination: it turns memory that an iteration reads into values carried
 * between iterations. */
static const char *const main_pipeline =
    "sroa<modify-cfg>,early-cse<memssa>,correlated-propagation,simplifycfg," INSTCOMBINE ","
    "tailcallelim,simplifycfg,reassociate,loop-mssa(loop-instsimplify,loop-simplifycfg,licm,loop-"
    "rotate,licm,"
    "simple-loop-unswitch),simplifycfg," INSTCOMBINE
    ",loop(loop-idiom,indvars,loop-deletion),sroa<modify-cfg>,gvn<no-pre;no-load-pre>";
static const char *const numbered_pipeline =
    "sccp,bdce," INSTCOMBINE ",dse,loop-mssa(licm),adce,simplifycfg," INSTCOMBINE;
static const char *const carried_pipeline = INSTCOMBINE ",adce";
/* Numbers taken apart into bytes and put together again by loops over the bytes: unrolled, they
 * become whole again. */
static const char *const bytes_pipeline =
    "loop-simplify,lcssa,loop(loop-unroll-full),sroa<modify-cfg>,early-cse<memssa>," INSTCOMBINE
    ",aggressive-instcombine," INSTCOMBINE ",simplifycfg";
static const char *const loop_pipeline = "loop-simplify,lcssa";
static const char *const final_pipeline = "mergereturn,loop-simplify,lcssa";
static const char *const reducible_pipeline = "lower-switch,fix-irreducible,simplifycfg";

/* A function of the program, to be cloned in one of its two versions. */
struct wanted {
    LLVMValueRef fn;
    bool returning; /* returns exceptions */
};
typedef VEC(struct wanted) wanted_list;
typedef VEC(LLVMValueRef) function_list;

void prepare_init(struct prepare *p, enum rule_mode mode, EzbCtx *cx, LLVMModuleRef m,
                  struct arena *a, struct diag_sink *s)
{
    memset(p, 0, sizeof *p);
    p->mode = mode, p->cx = cx, p->module = m, p->arena = a, p->diags = s;
    map_init(&p->clones, a);
    map_init(&p->returning, a);
    map_init(&p->guarded, a);
    map_init(&p->throws, a);
    map_init(&p->type_numbers, a);
    map_init(&p->originals, a);
    map_init(&p->finished, a);
    map_init(&p->trips, a);
    map_init(&p->targets, a);
    map_init(&p->no_targets, a);
    prepare_find_noted(p);
}

LLVMValueRef prepare_original(struct prepare *p, LLVMValueRef prepared)
{
    LLVMValueRef original = map_get(&p->originals, prepared);
    return original ? original : prepared;
}

bool prepare_run(struct prepare *p, LLVMValueRef fn, const char *pipeline)
{
    char *err = NULL;
    if (!ezb_run_function_passes(p->cx, fn, pipeline, &err))
        return true;
    diag(p->diags, DIAG_INTERNAL, fn, text_function_name(p->arena, fn),
         err ? err : "pipeline failed");
    free(err);
    return false;
}

static void strip_attributes(LLVMValueRef fn)
{
    static const char *const names[] = {
        "optnone",         "noinline",        "optsize",    "minsize", "sanitize_address",
        "sanitize_thread", "sanitize_memory", "inlinehint", "cold",    "hot"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
    }
}

/* Guaranteed tail calls are promises to the primal's own code: here something follows the call. An
 * operator new of the program's own may do more than give memory, whatever is promised of new
 * expressions. */
static void drop_call_promises(LLVMValueRef call)
{
    static const char builtin[] = "builtin";
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
        LLVMSetTailCallKind(call, LLVMTailCallKindNone);
    if (LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee))
        LLVMRemoveCallSiteEnumAttribute(
            call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMGetEnumAttributeKindForName(builtin, sizeof builtin - 1));
}

static void drop_promises(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i))
                drop_call_promises(i);
}

/* The defined function that a direct call would run and that must be cloned with its caller; for a
 * library function, the bundle's body of it; for a variadic function, its version for the arguments
 * of this call. */
LLVMValueRef prepare_callee(struct prepare *p, LLVMValueRef inst)
{
    LLVMValueRef called = LLVMGetCalledValue(inst);
    if (LLVMIsAFunction(called) && LLVMGetIntrinsicID(called))
        return NULL;
    struct call_info c = rule_classify(p->cx, inst);
    if (c.cls == CALL_UNKNOWN && !rule_is_custom(c.callee, p->mode))
        return bundle_body(p->module, c.callee, LLVMGetCalledFunctionType(inst));
    if (c.cls != CALL_DEFINED || rule_is_custom(c.callee, p->mode))
        return NULL;
    LLVMValueRef fixed = prepare_fixed_version(p, c.callee, inst);
    return fixed ? fixed : c.callee;
}

/* By __enzyme_call_inactive: that counts for more than a rule of the function. */
static bool called_inactive(LLVMValueRef call)
{
    static const char note[] = "enzyme_inactive";
    return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, note,
                                          sizeof note - 1) != NULL;
}

/* The call stays, and no pass takes it for a library function that it knows. */
static void mark_custom(struct prepare *p, LLVMValueRef call)
{
    static const char *const names[] = {"noinline", "nobuiltin"};
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(c, RULE_CUSTOM_NOTE, sizeof RULE_CUSTOM_NOTE - 1, "", 0));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMAddCallSiteAttribute(
            call, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])),
                                    0));
}

static struct map *versions(struct prepare *p, bool returning)
{
    return returning ? &p->returning : &p->clones;
}

struct collection {
    struct map seen[2]; /* per version */
    wanted_list all;
};

static void collect(struct prepare *p, LLVMValueRef fn, bool returning, struct collection *out)
{
    if (rule_is_custom(fn, p->mode))
        return;
    if (LLVMIsDeclaration(fn))
        fn = bundle_body(p->module, fn, LLVMGlobalGetValueType(fn));
    if (!fn || map_get(&out->seen[returning], fn) || map_get(versions(p, returning), fn))
        return;
    map_put(&out->seen[returning], fn, fn);
    VEC_PUSH(p->arena, &out->all, ((struct wanted){fn, returning}));
    prepare_computed_gotos(p, fn);
    struct exception_scope scope;
    exceptions_scope(&scope, p, fn, returning);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
                continue;
            struct call_info c = rule_classify(p->cx, i);
            struct prepare_targets targets = {&c.callee,
                                              c.cls == CALL_DEFINED || c.cls == CALL_UNKNOWN};
            if (c.cls == CALL_INDIRECT)
                targets = prepare_address_taken(p, LLVMGetCalledFunctionType(i));
            for (unsigned k = 0; k < targets.count; k++) {
                LLVMValueRef fixed = LLVMIsDeclaration(targets.items[k])
                                         ? NULL
                                         : prepare_fixed_version(p, targets.items[k], i);
                collect(p, fixed ? fixed : targets.items[k], exceptions_returned_by(&scope, i),
                        out);
            }
        }
}

/* The call as one of a function with fixed parameters. */
static LLVMValueRef retype_call(struct prepare *p, LLVMValueRef call, LLVMValueRef to)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef *args = ARENA_ARRAY(p->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(call, k);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef fixed =
        LLVMIsAInvokeInst(call)
            ? LLVMBuildInvoke2(b, LLVMGlobalGetValueType(to), to, args, n, LLVMGetNormalDest(call),
                               LLVMGetUnwindDest(call), "")
            : LLVMBuildCall2(b, LLVMGlobalGetValueType(to), to, args, n, "");
    LLVMSetInstructionCallConv(fixed, LLVMGetInstructionCallConv(call));
    LLVMDisposeBuilder(b);
    LLVMReplaceAllUsesWith(call, fixed);
    LLVMInstructionEraseFromParent(call);
    return fixed;
}

/* Calls of originals become calls of their clones. */
static void remap_calls(struct prepare *p, LLVMValueRef clone)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(clone); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
                continue;
            struct call_info info = rule_classify(p->cx, i);
            if (info.callee && rule_is_custom(info.callee, p->mode) && !called_inactive(i)) {
                mark_custom(p, i);
                continue;
            }
            LLVMValueRef callee = prepare_callee(p, i),
                         to = callee ? map_get(versions(p, prepare_returns_exceptions(i)), callee)
                                     : NULL;
            if (!to)
                continue;
            if (LLVMGetCalledFunctionType(i) != LLVMGlobalGetValueType(to) &&
                LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(i)))
                i = retype_call(p, i, to);
            LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, to);
            prepare_byval_call(i, to);
        }
}

/* What becomes simpler before anything is inlined. */
static unsigned (*const rewrites[])(struct prepare *, LLVMValueRef) = {
    prepare_weak_calls,  prepare_argument_lists,
    prepare_allocators,  prepare_input,
    prepare_streams,     prepare_ifuncs,
    prepare_casts,       prepare_known_asm,
    prepare_mixed_lanes, prepare_exception_pointers,
};

static void rewrite(struct prepare *p, LLVMValueRef fn, bool returning)
{
    prepare_note_exceptions(p, fn, returning);
    remap_calls(p, fn);
    prepare_exceptions(p, fn, returning);
    unsigned changes = 0;
    for (size_t i = 0; i < sizeof rewrites / sizeof *rewrites; i++)
        changes += rewrites[i](p, fn);
    changes += prepare_libm_calls(p->cx, fn);
    if (changes)
        ezb_invalidate(p->cx, fn);
    prepare_run(p, fn, early_pipeline);
    if (prepare_atomics(p, fn) + prepare_whole_values(p, fn) + prepare_byte_shuffles(p, fn))
        ezb_invalidate(p->cx, fn);
}

/* At -O1 clang forbids to unroll loops. */
static void forget_loop_hints(LLVMValueRef fn)
{
    unsigned kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)),
                                             "llvm.loop", strlen("llvm.loop"));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        LLVMSetMetadata(LLVMGetBasicBlockTerminator(b), kind, NULL);
}

static void finish(struct prepare *p, LLVMValueRef fn)
{
    if (prepare_atomics(p, fn)) /* of inlined functions, too */
        ezb_invalidate(p->cx, fn);
    prepare_run(p, fn, main_pipeline);
    prepare_table_loads(p, fn);
    prepare_parts_merged(p, fn);
    prepare_run(p, fn, numbered_pipeline);
    ezb_remove_unreachable_blocks(p->cx, fn);
    /* Value numbering makes loads of pointers lanes, too. */
    if (prepare_whole_values(p, fn) + prepare_mixed_lanes(p, fn) + prepare_carried(p, fn) +
        prepare_byte_shuffles(p, fn) + prepare_cleared_pointers(p, fn)) {
        ezb_invalidate(p->cx, fn);
        prepare_run(p, fn, carried_pipeline);
    }
    if (prepare_irreducible(p->cx, fn))
        prepare_run(p, fn, reducible_pipeline);
    if (prepare_shifts_bytes(fn)) {
        forget_loop_hints(fn);
        prepare_run(p, fn, bytes_pipeline);
        if (prepare_part_stores(p, fn) + prepare_part_loads(p, fn))
            prepare_run(p, fn, carried_pipeline);
    }
    if (prepare_roundings(p, fn))
        ezb_invalidate(p->cx, fn);
    prepare_run(p, fn, loop_pipeline);
    prepare_byte_loops(p, fn);
    prepare_dynamic_allocas(p, fn);
    ezb_invalidate(p->cx, fn);
    prepare_run(p, fn, final_pipeline);
    ezb_remove_unreachable_blocks(p->cx, fn);
    if (prepare_whole_values(p, fn))
        prepare_run(p, fn, "adce,lcssa");
    if (prepare_union_loads(p, fn))
        prepare_run(p, fn, "adce");
    if (prepare_pointer_bits(p, fn) + prepare_addresses_merged(p, fn))
        prepare_run(p, fn, "adce");
    prepare_open_lanes(p, fn);
    prepare_loops(p, fn);
    prepare_native_exceptions(p, fn);
    ezb_invalidate(p->cx, fn);
}

static LLVMValueRef clone_function(struct prepare *p, const struct wanted *w)
{
    const char *name = text_function_name(p->arena, w->fn);
    LLVMValueRef clone =
        ezb_clone_function(p->cx, w->fn, arena_printf(p->arena, "enz.prepared.%s", name));
    strip_attributes(clone);
    in_place_mark(clone);
    prepare_check_inlined(p, clone, w->fn);
    drop_promises(clone);
    if (w->returning)
        prepare_may_return_exceptions(clone);
    prepare_byval(p, clone);
    map_put(versions(p, w->returning), w->fn, clone);
    map_put(&p->originals, clone, w->fn);
    VEC_PUSH(p->arena, &p->all, clone);
    return clone;
}

/* Marks the clones that a clone mentions; those not seen before are visited, too. */
static void mark_mentioned(struct prepare *p, LLVMValueRef fn, struct map *seen,
                           function_list *work)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++) {
                LLVMValueRef v = LLVMGetOperand(i, k);
                if (!LLVMIsAFunction(v) || !map_get(&p->originals, v) || map_get(seen, v))
                    continue;
                map_put(seen, v, v);
                VEC_PUSH(p->arena, work, v);
            }
}

struct prepare_targets prepare_reachable(struct prepare *p, LLVMValueRef prepared)
{
    struct map seen;
    map_init(&seen, p->arena);
    map_put(&seen, prepared, prepared);
    function_list work = {0}, found = {0};
    VEC_PUSH(p->arena, &work, prepared);
    while (work.count)
        mark_mentioned(p, work.items[--work.count], &seen, &work);
    for (unsigned i = 0; i < p->all.count; i++)
        if (map_get(&seen, p->all.items[i]))
            VEC_PUSH(p->arena, &found, p->all.items[i]);
    return (struct prepare_targets){found.items, found.count};
}

/* Clones fn and what is reachable from it and inlines. */
static void clone_reachable(struct prepare *p, LLVMValueRef fn)
{
    function_list set = {0};
    struct collection originals = {.all = {0}};
    map_init(&originals.seen[0], p->arena);
    map_init(&originals.seen[1], p->arena);
    collect(p, fn, false, &originals);
    for (unsigned i = 0; i < originals.all.count; i++)
        VEC_PUSH(p->arena, &set, clone_function(p, &originals.all.items[i]));
    for (unsigned i = 0; i < set.count; i++)
        rewrite(p, set.items[i], originals.all.items[i].returning);
    prepare_inline(p, set.items, set.count, &inline_pipelines);
    for (unsigned i = 0; i < set.count; i++) {
        remap_calls(p, set.items[i]); /* calls that became direct */
        if (prepare_indirect_calls(p, set.items[i]) +
            prepare_libm_calls(p->cx, set.items[i])) /* pointers to libm, too */
            ezb_invalidate(p->cx, set.items[i]);
        remap_calls(p, set.items[i]);
    }
    prepare_inline(p, set.items, set.count, &inline_pipelines);
}

LLVMValueRef prepare_function(struct prepare *p, LLVMValueRef fn)
{
    if (!map_get(&p->clones, fn))
        clone_reachable(p, fn);
    LLVMValueRef prepared = map_get(&p->clones, fn);
    struct prepare_targets needed = prepare_reachable(p, prepared);
    function_list finished = {0};
    for (unsigned i = 0; i < needed.count; i++) {
        if (map_get(&p->finished, needed.items[i]))
            continue;
        map_put(&p->finished, needed.items[i], needed.items[i]);
        finish(p, needed.items[i]);
        VEC_PUSH(p->arena, &finished, needed.items[i]);
    }
    prepare_dead_copies(p, &needed, &(struct prepare_targets){finished.items, finished.count});
    return prepared;
}

/* Clones that something outside of the clones calls stay, and what they call. */
static void find_kept(struct prepare *p, struct map *kept)
{
    struct map clones;
    map_init(&clones, p->arena);
    for (unsigned i = 0; i < p->all.count; i++)
        map_put(&clones, p->all.items[i], p);
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < p->all.count; i++)
            for (LLVMUseRef u = LLVMGetFirstUse(p->all.items[i]);
                 u && !map_get(kept, p->all.items[i]); u = LLVMGetNextUse(u)) {
                LLVMValueRef user = LLVMGetUser(u),
                             in = LLVMIsAInstruction(user)
                                      ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))
                                      : NULL;
                if (in && map_get(&clones, in) && !map_get(kept, in))
                    continue;
                map_put(kept, p->all.items[i], p);
                again = true;
            }
    }
}

void prepare_dispose(struct prepare *p)
{
    struct map kept;
    map_init(&kept, p->arena);
    find_kept(p, &kept);
    for (unsigned i = 0; i < p->all.count; i++) {
        LLVMValueRef fn = p->all.items[i];
        if (map_get(&kept, fn))
            continue;
        LLVMReplaceAllUsesWith(fn, LLVMGetUndef(LLVMTypeOf(fn)));
        ezb_forget_function(p->cx, fn);
        LLVMDeleteFunction(fn);
    }
}
