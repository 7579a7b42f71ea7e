/* See program_copy.h. */
#include "facts/program_copy.h"
#include "base/target.h"
#include "ir/code.h"
#include <string.h>

/* In front of each derivative call of the copy: passed(number, pointer, shadow). */
static const char marker[] = "enz.passed";
static const char pipeline[] =
    "function(sroa,early-cse,simplifycfg),"
    "cgscc(devirt<2>(inline,function(sroa,early-cse<memssa>,simplifycfg))),"
    "function(sroa,early-cse<memssa>,gvn<no-load-pre>)";

typedef VEC(LLVMValueRef) value_list;

static bool is_generated(LLVMValueRef fn)
{
    return !strncmp(LLVMGetValueName(fn), "enz.", 4);
}

static void drop(LLVMValueRef fn, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* Functions that are differentiated stay functions: what they store does not count. */
static void keep_function(LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    unsigned kind = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    drop(fn, "alwaysinline");
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(c, kind, 0));
}

/* What derivatives do does not count, and the program's functions are inlined whatever the level
 * that they were compiled at. */
static void ready_functions(struct program_copy *c)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(c->module); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn))
            continue;
        if (is_generated(fn)) {
            ezb_delete_body(fn);
            continue;
        }
        drop(fn, "optnone");
        drop(fn, "noinline");
    }
}

/* The arguments of a derivative call, as the passes number them. */
struct passed_list {
    value_list calls, values; /* values: pointer and shadow in turn */
    VEC(unsigned) params;
};

static void list_passed(struct arena *a, const struct request_list *requests,
                        struct passed_list *out)
{
    for (unsigned i = 0; i < requests->count; i++) {
        const struct request *r = &requests->items[i];
        for (unsigned k = 0; !r->lowered && k < r->param_count; k++) {
            const struct request_param *p = &r->params[k];
            if (!p->shadows || !p->primal || !code_is_pointer(p->primal))
                continue;
            VEC_PUSH(a, &out->calls, r->call);
            VEC_PUSH(a, &out->params, k);
            VEC_PUSH(a, &out->values, p->primal);
            VEC_PUSH(a, &out->values, p->shadows[0]);
        }
    }
}

static void list_globals(struct arena *a, LLVMModuleRef m, value_list *out)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        VEC_PUSH(a, out, g);
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        VEC_PUSH(a, out, fn);
}

static void mark(struct program_copy *c, LLVMValueRef call, unsigned number, LLVMValueRef *values)
{
    LLVMContextRef context = LLVMGetModuleContext(c->module);
    LLVMTypeRef ptr = target_pointer(c->module),
                params[] = {LLVMInt32TypeInContext(context), ptr, ptr},
                type = LLVMFunctionType(LLVMVoidTypeInContext(context), params, 3, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(c->module, marker),
                 args[] = {LLVMConstInt(params[0], number, 0), values[0], values[1]};
    if (!fn)
        fn = LLVMAddFunction(c->module, marker, type);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(b, call);
    if (values[0] && values[1] && LLVMTypeOf(values[0]) == ptr && LLVMTypeOf(values[1]) == ptr)
        LLVMBuildCall2(b, type, fn, args, 3, "");
    LLVMDisposeBuilder(b);
}

/* After optimisation. */
static void read_marks(struct program_copy *c, const struct passed_list *passed)
{
    LLVMValueRef fn = LLVMGetNamedFunction(c->module, marker);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        unsigned i = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
        VEC_PUSH(c->arena, &c->passed,
                 ((struct passed_copy){passed->calls.items[i], passed->params.items[i],
                                       LLVMGetOperand(call, 1), LLVMGetOperand(call, 2)}));
    }
}

struct program_copy *program_copy_new(EzbCtx *cx, struct arena *a, LLVMModuleRef m,
                                      const struct request_list *requests, char **error)
{
    struct program_copy *c = ARENA_NEW(a, struct program_copy);
    struct passed_list passed = {.calls = {0}};
    value_list values = {0};
    c->cx = cx, c->arena = a;
    map_init(&c->copies, a);
    map_init(&c->originals, a);
    map_init(&c->calls, a);
    list_passed(a, requests, &passed);
    list_globals(a, m, &values);
    unsigned globals = values.count, n = passed.calls.count;
    for (unsigned i = 0; i < n; i++) {
        map_put(&c->calls, passed.calls.items[i], c);
        VEC_PUSH(a, &values, passed.calls.items[i]);
    }
    for (unsigned i = 0; i < 2 * n; i++)
        VEC_PUSH(a, &values, passed.values.items[i]);
    LLVMValueRef *copies = ARENA_ARRAY(a, LLVMValueRef, values.count);
    c->module = ezb_clone_module(m, values.items, values.count, copies);
    for (unsigned i = 0; i < globals; i++) {
        map_put(&c->copies, values.items[i], copies[i]);
        map_put(&c->originals, copies[i], values.items[i]);
    }
    ready_functions(c);
    for (unsigned i = 0; i < requests->count; i++) {
        LLVMValueRef target = map_get(&c->copies, requests->items[i].target);
        if (target)
            keep_function(target);
    }
    for (unsigned i = 0; i < n; i++)
        if (copies[globals + i])
            mark(c, copies[globals + i], i, copies + globals + n + 2 * i);
    *error = NULL;
    ezb_run_module_passes(cx, c->module, pipeline, error);
    read_marks(c, &passed);
    return c;
}

void program_copy_free(struct program_copy *c)
{
    ezb_dispose_clone(c->cx, c->module);
}
