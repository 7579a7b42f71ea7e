/* Thread-local variables in derivatives that several threads run.
 *
 * A thread of the reverse sweep goes back over what another thread of the system may have done, and
 * the runtime gives it the same copies of the variables (runtime/thread_locals.h). Until
 * derivatives are there the variables stay what they are: to all analyses code is run by one
 * thread, of which each has one. In the end the addresses are asked for, in all code that may run
 * in such derivatives, whether it has a derivative or not. */
#include "emit/thread_locals.h"
#include "base/target.h"
#include "ir/code.h"
#include "ir/text.h"
#include <string.h>

typedef VEC(LLVMValueRef) value_list;

/* Functions to look through, in the order in which they were found. */
struct reached {
    struct arena *arena;
    struct map seen;
    value_list fns;
};

static void reach(struct reached *r, LLVMValueRef fn)
{
    if (!fn || !LLVMIsAFunction(fn) || map_get(&r->seen, fn))
        return;
    map_put(&r->seen, fn, fn);
    VEC_PUSH(r->arena, &r->fns, fn);
}

/* What it calls, or takes the address of. */
static void reach_mentioned(struct reached *r, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++)
                reach(r, LLVMGetOperand(i, k));
}

static void reach_all(struct reached *r)
{
    for (unsigned i = 0; i < r->fns.count; i++)
        reach_mentioned(r, r->fns.items[i]);
}

static struct reached nothing(struct arena *a)
{
    struct reached r = {.arena = a};
    map_init(&r.seen, a);
    return r;
}

/* Functions of the runtime that start threads are there, and among these; NULL: anywhere. */
static bool starts_threads(struct emission *e, const struct reached *r)
{
    static const char *const starters[] = {"enz_rt_league_run", "enz_rt_team_run",
                                           "enz_rt_team_run_again", "enz_rt_thread_run",
                                           "enz_rt_thread_back"};
    for (size_t i = 0; i < sizeof starters / sizeof *starters; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(e->module, starters[i]);
        if (fn && (!r || map_get(&r->seen, fn)))
            return true;
    }
    return false;
}

void thread_locals_reset(struct emission *e, LLVMBuilderRef b, LLVMValueRef fn, const char *name)
{
    struct reached r = nothing(e->arena);
    reach(&r, fn);
    reach_all(&r);
    if (!starts_threads(e, &r))
        return;
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(e->module)), NULL, 0, 0);
    LLVMValueRef callee = LLVMGetNamedFunction(e->module, name);
    LLVMBuildCall2(b, type, callee ? callee : LLVMAddFunction(e->module, name, type), NULL, 0, "");
}

/* ---- replacing ------------------------------------------------------------------------------- */

static bool is_shadow(const struct emission *e, LLVMValueRef variable)
{
    for (unsigned i = 0; i < e->thread_shadows.count; i++)
        if (e->thread_shadows.items[i] == variable)
            return true;
    return false;
}

/* The variable holds pointers, and a derivative has a shadow of it. */
static bool has_pointer_shadow(struct emission *e, LLVMValueRef v)
{
    return code_is_pointers(LLVMGlobalGetValueType(v)) && map_get(&e->shadows.of, v);
}

/* A shadow has the pointers that its variable has. */
static bool has_pointers(const struct emission *e, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMGlobalGetValueType(v);
    if (is_shadow(e, v) && LLVMGetTypeKind(t) == LLVMStructTypeKind)
        t = LLVMStructGetTypeAtIndex(t, 0); /* the rest fills it up (globals.c) */
    return code_is_pointers(t);
}

/* A variable that copies may stand for. */
static LLVMValueRef variable_of(struct emission *e, LLVMValueRef inst)
{
    LLVMValueRef v = code_is_thread_local(inst) ? LLVMGetOperand(inst, 0) : NULL;
    if (!v || !code_stays_of_thread(v))
        return v;
    bool defined = LLVMIsAGlobalVariable(v) && !LLVMIsDeclaration(v),
         copied = defined && (is_shadow(e, v) ? has_pointers(e, v) : has_pointer_shadow(e, v));
    return copied ? v : NULL;
}

/* struct enz_rt_thread_local */
static LLVMValueRef describe(struct emission *e, LLVMValueRef variable)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(c), t = LLVMGlobalGetValueType(variable);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(e->module), t);
    LLVMValueRef fields[] = {LLVMConstInt(i64, size, 0),
                             LLVMConstInt(i64, is_shadow(e, variable), 0),
                             LLVMConstInt(i64, has_pointers(e, variable), 0)},
                 init = LLVMConstStructInContext(c, fields, 3, 0);
    const char *name =
        arena_printf(e->arena, "enz.thread.local.%s", text_function_name(e->arena, variable));
    LLVMValueRef description = target_add_global(e->module, LLVMTypeOf(init), name);
    LLVMSetInitializer(description, init);
    LLVMSetLinkage(description, LLVMInternalLinkage);
    LLVMSetGlobalConstant(description, 1);
    return description;
}

static void add_attribute(LLVMValueRef fn, const char *name, uint64_t value)
{
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)),
                                LLVMGetEnumAttributeKindForName(name, strlen(name)), value));
}

/* The same address wherever a function asks for it: it is run by one thread. */
static LLVMValueRef runtime_function(struct emission *e)
{
    static const char name[] = "enz_rt_thread_local";
    LLVMValueRef fn = LLVMGetNamedFunction(e->module, name);
    if (fn)
        return fn;
    LLVMTypeRef ptr = target_pointer(e->module), params[] = {ptr, ptr};
    fn = LLVMAddFunction(e->module, name, LLVMFunctionType(ptr, params, 2, 0));
    add_attribute(fn, "memory", 0);
    add_attribute(fn, "nounwind", 0);
    add_attribute(fn, "willreturn", 0);
    return fn;
}

static void replace(struct emission *e, LLVMValueRef inst, LLVMValueRef description)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    LLVMValueRef fn = runtime_function(e), args[] = {inst, description};
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(inst));
    LLVMValueRef own = LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
    LLVMReplaceAllUsesWith(inst, own);
    LLVMSetOperand(own, 0, inst);
    LLVMDisposeBuilder(b);
}

/* The variables that `r` mentions: each with its description. */
static void describe_all(struct emission *e, const struct reached *r, struct map *descriptions)
{
    for (unsigned f = 0; f < r->fns.count; f++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->fns.items[f]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef variable = variable_of(e, i);
                if (variable && !map_get(descriptions, variable))
                    map_put(descriptions, variable, describe(e, variable));
            }
}

static void replace_in(struct emission *e, LLVMValueRef fn, const struct map *descriptions)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef variable = variable_of(e, i),
                         description = variable ? map_get(descriptions, variable) : NULL;
            if (description)
                replace(e, i, description);
        }
}

void thread_locals_replace(struct emission *e)
{
    struct reached r = nothing(e->arena);
    struct map descriptions;
    if (!starts_threads(e, NULL))
        return;
    map_init(&descriptions, e->arena);
    for (unsigned i = 0; i < e->wrappers.count; i++)
        reach(&r, e->wrappers.items[i]);
    reach_all(&r);
    describe_all(e, &r, &descriptions);
    for (unsigned f = 0; f < r.fns.count; f++) {
        ezb_invalidate(e->cx, r.fns.items[f]);
        replace_in(e, r.fns.items[f], &descriptions);
    }
}
