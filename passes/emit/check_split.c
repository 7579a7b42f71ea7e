/* See check.h. Split mode: where the first half is called, both halves run at once, on memory that
 * is put back behind them, with adjoints that the runtime makes up; then the first half does what
 * it is called for. */
#include "base/target.h"
#include "emit/check_wrap.h"
#include "emit/split.h"
#include "ir/text.h"
#include <string.h>

static LLVMValueRef call(struct wrapper *w, LLVMValueRef fn, LLVMValueRef *args)
{
    return LLVMBuildCall2(w->b, LLVMGlobalGetValueType(fn), fn, args, LLVMCountParams(fn), "");
}

/* One function of both halves, with the parameters of a derivative in one piece. */
static LLVMValueRef make_whole(struct emission *e, const struct derivative *d,
                               const struct emit_pair *pair)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(pair->reverse), ret = LLVMGetReturnType(type);
    unsigned n = LLVMCountParamTypes(type) - 1, shared = n - d->key.ret_active;
    LLVMTypeRef *params = ARENA_ARRAY(e->arena, LLVMTypeRef, n + 1);
    LLVMGetParamTypes(type, params);
    const char *name =
        arena_printf(e->arena, "enz.check.halves.%s", text_function_name(e->arena, d->key.fn));
    LLVMValueRef fn = LLVMAddFunction(e->module, name, LLVMFunctionType(ret, params, n, 0)),
                 *args = ARENA_ARRAY(e->arena, LLVMValueRef, n + 1), *first, result;
    first = ARENA_ARRAY(e->arena, LLVMValueRef, n + 1);
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    struct wrapper w = {.e = e, .b = LLVMCreateBuilderInContext(c)};
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    target_compile_like(fn, pair->reverse);
    LLVMPositionBuilderAtEnd(w.b, LLVMAppendBasicBlockInContext(c, fn, ""));
    LLVMGetParams(fn, args);
    memcpy(first, args, shared * sizeof *args);
    args[n] = first[shared] = pair->tape ? LLVMBuildAlloca(w.b, pair->tape, "")
                                         : LLVMConstNull(target_pointer(e->module));
    call(&w, pair->augmented, first);
    result = call(&w, pair->reverse, args);
    if (pair->tape && pair->arena)
        tape_drop_kept(e->module, w.b, pair, args[n]);
    if (LLVMGetTypeKind(ret) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(w.b);
    else
        LLVMBuildRet(w.b, result);
    LLVMDisposeBuilder(w.b);
    return fn;
}

struct derivative check_halves(struct emission *e, const struct derivative *d,
                               const struct emit_pair *pair)
{
    struct derivative whole = *d;
    whole.key.kind = GEN_COMBINED, whole.key.reusable = whole.key.tangents = false;
    whole.key.outermost = whole.key.primal_return = false, whole.key.unchanged = NULL;
    whole.fn = make_whole(e, d, pair);
    return whole;
}

/* The first half, behind the comparison. */
static LLVMValueRef make_first(struct wrapper *w, LLVMValueRef site, LLVMValueRef thunk,
                               LLVMValueRef half)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(half);
    LLVMValueRef fn = check_function(w, "checked", type),
                 frame = LLVMBuildAlloca(w->b, w->frame, ""), result;
    unsigned n = LLVMCountParams(half), seeded = w->d->key.ret_active;
    LLVMValueRef *args = ARENA_ARRAY(w->e->arena, LLVMValueRef, n + 1),
                 *all = ARENA_ARRAY(w->e->arena, LLVMValueRef, n + 1);
    LLVMGetParams(fn, args);
    memcpy(all, args, (n - 1) * sizeof *args); /* behind them is the tape */
    if (seeded)
        all[n - 1] = LLVMConstReal(w->d->ret_tangent, 1);
    for (unsigned i = 0; i < n - 1 + seeded; i++)
        LLVMBuildStore(w->b, all[i], LLVMBuildStructGEP2(w->b, w->frame, frame, i, ""));
    LLVMValueRef open[] = {site, thunk, frame, check_seed(w, all)},
                 on = check_runtime(w, "enz_rt_check_open", w->i64, open, 4);
    LLVMContextRef c = LLVMGetModuleContext(w->e->module);
    LLVMBasicBlockRef compare = LLVMAppendBasicBlockInContext(c, fn, ""),
                      end = LLVMAppendBasicBlockInContext(c, fn, "");
    on = LLVMBuildICmp(w->b, LLVMIntNE, on, LLVMConstNull(w->i64), "");
    LLVMBuildCondBr(w->b, on, compare, end);
    LLVMPositionBuilderAtEnd(w->b, compare);
    check_returned(w, call(w, w->d->fn, all));
    check_runtime(w, "enz_rt_check_close", w->none, open, 1);
    LLVMBuildBr(w->b, end);
    LLVMPositionBuilderAtEnd(w->b, end);
    result = call(w, half, args);
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(w->b);
    else
        LLVMBuildRet(w->b, result);
    return fn;
}

const char *check_wrap_pair(struct emission *e, const struct check_pair *p, struct emit_pair *pair)
{
    const char *why = check_refusal(p->whole);
    if (why)
        return why;
    struct wrapper w = check_begin(e, p->whole, p->forward);
    w.complex = p->complex, w.rules = p->rules, w.split = true;
    LLVMValueRef thunk = check_thunk(&w), site = check_site(&w, p->call);
    pair->augmented = make_first(&w, site, thunk, pair->augmented);
    pair->owned = make_first(&w, site, thunk, pair->owned);
    LLVMDisposeBuilder(w.b);
    return NULL;
}
