/* The clones: which functions are cloned, what a clone may forget, and that clones call clones. */
#include "prepare/clones.h"
#include "base/team.h"
#include "ir/code.h"
#include "ir/in_place.h"
#include "ir/text.h"
#include "prepare/calls/calls.h"
#include "prepare/exceptions/exceptions.h"
#include "prepare/module/module.h"
#include "rules/bundle.h"
#include <stdlib.h>
#include <string.h>

/* A function of the program, to be cloned in one of its two versions. */
struct wanted {
    LLVMValueRef fn;
    bool returning; /* returns exceptions */
};
typedef VEC(struct wanted) wanted_list;
typedef VEC(LLVMValueRef) function_list;

LLVMValueRef prepare_original(struct prepare *p, LLVMValueRef prepared)
{
    LLVMValueRef original = map_get(&p->originals, prepared);
    return original ? original : prepared;
}

/* What a function that starts a team does, for one of its threads; else the same. */
static LLVMValueRef body_of(LLVMValueRef fn)
{
    LLVMValueRef team = team_of_fork(fn);
    return team ? team : fn;
}

/* A function that stands for this call, whatever else is known of the callee. */
static LLVMValueRef replacement(struct prepare *p, LLVMValueRef inst)
{
    LLVMValueRef called = LLVMGetCalledValue(inst), in_order = NULL;
    if (p->fixed_order && LLVMIsAFunction(called) && LLVMIsDeclaration(called))
        in_order = bundle_body_in_order(p->module, called, LLVMGetCalledFunctionType(inst));
    return in_order ? in_order : prepare_reduction(p, inst);
}

LLVMValueRef prepare_callee(struct prepare *p, LLVMValueRef inst)
{
    LLVMValueRef called = LLVMGetCalledValue(inst);
    if (LLVMIsAFunction(called) && LLVMGetIntrinsicID(called))
        return NULL;
    struct call_info c = rule_classify(p->cx, inst);
    LLVMValueRef other = replacement(p, inst);
    if (other)
        return other;
    if (c.cls == CALL_UNKNOWN && !rule_is_custom(c.callee, p->mode))
        return bundle_body(p->module, c.callee, LLVMGetCalledFunctionType(inst));
    if (c.cls != CALL_DEFINED || rule_is_custom(c.callee, p->mode))
        return NULL;
    LLVMValueRef fixed = prepare_fixed_version(p, c.callee, inst);
    return fixed ? fixed : body_of(c.callee);
}

/* ---- making clones --------------------------------------------------------------------------- */

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
    fn = LLVMIsDeclaration(fn) ? bundle_body(p->module, fn, LLVMGlobalGetValueType(fn))
                               : body_of(fn);
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
            LLVMValueRef other = replacement(p, i);
            if (other)
                targets = (struct prepare_targets){&other, 1};
            for (unsigned k = 0; k < targets.count; k++) {
                LLVMValueRef fixed = LLVMIsDeclaration(targets.items[k])
                                         ? NULL
                                         : prepare_fixed_version(p, targets.items[k], i);
                collect(p, fixed ? fixed : targets.items[k], exceptions_returned_by(&scope, i),
                        out);
            }
        }
}

static LLVMValueRef clone_function(struct prepare *p, const struct wanted *w)
{
    const char *name = text_function_name(p->arena, w->fn);
    LLVMValueRef clone =
        ezb_clone_function(p->cx, w->fn, arena_printf(p->arena, "enz.prepared.%s", name));
    in_place_mark(clone);
    if (w->returning)
        prepare_may_return_exceptions(clone);
    map_put(versions(p, w->returning), w->fn, clone);
    LLVMValueRef fork = team_fork_of(w->fn);
    map_put(&p->originals, clone, fork ? fork : w->fn);
    map_put_id(&p->places, clone, p->all.count);
    VEC_PUSH(p->arena, &p->all, clone);
    return clone;
}

unsigned prepare_clone(struct prepare *p, struct prepare_targets *set)
{
    function_list clones = {0};
    struct collection originals = {.all = {0}};
    map_init(&originals.seen[0], p->arena);
    map_init(&originals.seen[1], p->arena);
    for (unsigned i = 0; i < set->count; i++)
        collect(p, set->items[i], false, &originals);
    for (unsigned i = 0; i < originals.all.count; i++)
        VEC_PUSH(p->arena, &clones, clone_function(p, &originals.all.items[i]));
    *set = (struct prepare_targets){clones.items, clones.count};
    return clones.count;
}

/* ---- what only the original's own code may rely on ------------------------------------------- */

static const char *const hindering[] = {
    "optnone",         "noinline",        "optsize",    "minsize", "sanitize_address",
    "sanitize_thread", "sanitize_memory", "inlinehint", "cold",    "hot"};

static unsigned strip_attributes(LLVMValueRef fn)
{
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned changes = 0;
    for (size_t i = 0; i < sizeof hindering / sizeof *hindering; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(hindering[i], strlen(hindering[i]));
        changes += LLVMGetEnumAttributeAtIndex(fn, at, kind) != NULL;
        LLVMRemoveEnumAttributeAtIndex(fn, at, kind);
    }
    return changes;
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

/* Where the life of a local variable begins and ends, the compiler says in optimised code only, in
 * blocks made for that. */
static bool is_lifetime_marker(LLVMValueRef inst)
{
    static const char *const names[] = {"llvm.lifetime.start", "llvm.lifetime.end"};
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    unsigned id = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    for (size_t i = 0; id && i < sizeof names / sizeof *names; i++)
        if (id == LLVMLookupIntrinsicID(names[i], strlen(names[i])))
            return true;
    return false;
}

unsigned prepare_open_to_passes(struct prepare *p, LLVMValueRef fn)
{
    (void)p;
    unsigned changes = strip_attributes(fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (is_lifetime_marker(i)) {
                LLVMInstructionEraseFromParent(i);
                changes++;
            } else if (code_is_call(i))
                drop_call_promises(i);
        }
    return changes;
}

/* ---- calls ----------------------------------------------------------------------------------- */

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

/* The call as one of the clone `to`. */
static void redirect(struct prepare *p, LLVMValueRef call, LLVMValueRef to)
{
    if (LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(to) &&
        LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
        call = retype_call(p, call, to);
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, to);
    prepare_byval_call(call, to);
}

unsigned prepare_calls(struct prepare *p, LLVMValueRef clone)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(clone); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
                continue;
            struct call_info info = rule_classify(p->cx, i);
            if (info.callee && rule_is_custom(info.callee, p->mode) && !called_inactive(i) &&
                !prepare_reduction(p, i)) {
                mark_custom(p, i);
                continue;
            }
            LLVMValueRef callee = prepare_callee(p, i),
                         to = callee ? map_get(versions(p, prepare_returns_exceptions(i)), callee)
                                     : NULL;
            if (!to)
                continue;
            redirect(p, i, to);
            changes++;
        }
    return changes;
}

unsigned prepare_connect(struct prepare *p, struct prepare_targets *set)
{
    unsigned changes = 0;
    for (unsigned i = 0; i < set->count; i++)
        changes += prepare_calls(p, set->items[i]);
    return changes;
}

/* ---- the clones that are needed -------------------------------------------------------------- */

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

static int compare_places(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

struct prepare_targets prepare_reachable(struct prepare *p, LLVMValueRef prepared)
{
    struct map seen;
    map_init(&seen, p->arena);
    map_put(&seen, prepared, prepared);
    function_list found = {0};
    VEC_PUSH(p->arena, &found, prepared);
    for (unsigned i = 0; i < found.count; i++)
        mark_mentioned(p, found.items[i], &seen, &found);
    unsigned *places = ARENA_ARRAY(p->arena, unsigned, found.count);
    for (unsigned i = 0; i < found.count; i++)
        places[i] = map_get_id(&p->places, found.items[i]);
    qsort(places, found.count, sizeof *places, compare_places);
    for (unsigned i = 0; i < found.count; i++)
        found.items[i] = p->all.items[places[i]];
    return (struct prepare_targets){found.items, found.count};
}

unsigned prepare_needed(struct prepare *p, struct prepare_targets *set)
{
    function_list found = {0};
    for (unsigned k = 0; k < set->count; k++) {
        struct prepare_targets reached = prepare_reachable(p, set->items[k]);
        for (unsigned i = 0; i < reached.count; i++) {
            if (map_get(&p->finished, reached.items[i]))
                continue;
            map_put(&p->finished, reached.items[i], reached.items[i]);
            VEC_PUSH(p->arena, &found, reached.items[i]);
        }
    }
    *set = (struct prepare_targets){found.items, found.count};
    return 0;
}

/* ---- the end --------------------------------------------------------------------------------- */

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
