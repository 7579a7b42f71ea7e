/* The function of a batch: its parameters, the calls that it makes and what it returns. */
#include "batch/batch.h"
#include "ir/text.h"
#include <string.h>

struct batch {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    const struct request *r;
    LLVMBuilderRef builder;
    LLVMValueRef *params; /* of the generated function */
    unsigned *first;      /* per parameter of r->fn: the one of its lane 0 */
    LLVMValueRef result;  /* what has been filled in so far; NULL: void */
};

/* enz.batch.<width>.<v or s per parameter>.<function> */
static const char *name_of(struct batch *b)
{
    unsigned n = b->r->param_count;
    char *shape = ARENA_ARRAY(b->arena, char, n + 1);
    for (unsigned k = 0; k < n; k++)
        shape[k] = b->r->params[k].lanes ? 'v' : 's';
    return arena_printf(b->arena, "enz.batch.%u.%s.%s", b->r->width, shape,
                        text_function_name(b->arena, b->r->fn));
}

static LLVMTypeRef result_type(struct batch *b)
{
    LLVMTypeRef one = LLVMGetReturnType(LLVMGlobalGetValueType(b->r->fn));
    LLVMContextRef context = LLVMGetModuleContext(b->module);
    if (LLVMGetTypeKind(one) == LLVMVoidTypeKind)
        return one;
    LLVMTypeRef *types = ARENA_ARRAY(b->arena, LLVMTypeRef, b->r->width);
    for (unsigned v = 0; v < b->r->width; v++)
        types[v] = one;
    return LLVMStructTypeInContext(context, types, b->r->width, 0);
}

static LLVMTypeRef function_type(struct batch *b)
{
    const struct request *r = b->r;
    unsigned count = 0, most = r->param_count * r->width;
    LLVMTypeRef *types = ARENA_ARRAY(b->arena, LLVMTypeRef, most);
    b->first = ARENA_ARRAY(b->arena, unsigned, r->param_count);
    for (unsigned k = 0; k < r->param_count; k++) {
        b->first[k] = count;
        for (unsigned v = 0, n = r->params[k].lanes ? r->width : 1; v < n; v++)
            types[count++] = LLVMTypeOf(LLVMGetParam(r->fn, k));
    }
    return LLVMFunctionType(result_type(b), types, count, 0);
}

/* The code is for the same processor as the function's. */
static void copy_target(LLVMValueRef from, LLVMValueRef to)
{
    static const char *const names[] = {"target-cpu", "target-features", "tune-cpu"};
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMAttributeRef a =
            LLVMGetStringAttributeAtIndex(from, at, names[i], (unsigned)strlen(names[i]));
        if (a)
            LLVMAddAttributeAtIndex(to, at, a);
    }
}

/* How the function takes its arguments is how it gets them. */
static void copy_convention(LLVMValueRef fn, LLVMValueRef call)
{
    static const char *const names[] = {"byval", "inreg", "signext", "sret", "zeroext"};
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn));
    for (unsigned k = 0, n = LLVMCountParams(fn); k <= n; k++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
                fn, k, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
            if (a)
                LLVMAddCallSiteAttribute(call, k, a);
        }
}

static LLVMValueRef argument(const struct batch *b, unsigned param, unsigned lane)
{
    return b->params[b->first[param] + (b->r->params[param].lanes ? lane : 0)];
}

static void call_lane(struct batch *b, unsigned lane)
{
    LLVMValueRef fn = b->r->fn;
    LLVMValueRef *args = ARENA_ARRAY(b->arena, LLVMValueRef, b->r->param_count);
    for (unsigned k = 0; k < b->r->param_count; k++)
        args[k] = argument(b, k, lane);
    LLVMValueRef call =
        LLVMBuildCall2(b->builder, LLVMGlobalGetValueType(fn), fn, args, b->r->param_count, "");
    copy_convention(fn, call);
    if (b->result)
        b->result = LLVMBuildInsertValue(b->builder, b->result, call, lane, "");
}

LLVMValueRef batch_function(EzbCtx *cx, LLVMModuleRef m, struct arena *a, const struct request *r)
{
    struct batch b = {.cx = cx, .module = m, .arena = a, .r = r};
    const char *name = name_of(&b);
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    LLVMTypeRef type = function_type(&b), result = LLVMGetReturnType(type);
    LLVMContextRef context = LLVMGetModuleContext(m);
    fn = LLVMAddFunction(m, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    copy_target(r->fn, fn);
    b.params = ARENA_ARRAY(a, LLVMValueRef, LLVMCountParams(fn));
    LLVMGetParams(fn, b.params);
    b.builder = LLVMCreateBuilderInContext(context);
    b.result = LLVMGetTypeKind(result) == LLVMVoidTypeKind ? NULL : LLVMGetUndef(result);
    LLVMPositionBuilderAtEnd(b.builder, LLVMAppendBasicBlockInContext(context, fn, ""));
    for (unsigned v = 0; v < r->width; v++)
        call_lane(&b, v);
    if (b.result)
        LLVMBuildRet(b.builder, b.result);
    else
        LLVMBuildRetVoid(b.builder);
    LLVMDisposeBuilder(b.builder);
    return fn;
}
