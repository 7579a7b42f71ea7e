/* See check.h. What calls the clone of a function that computes with complex numbers
 * (passes/complex), and what calls the derivatives of the functions that it calls. */
#include "base/target.h"
#include "emit/check_wrap.h"
#include "ir/text.h"
#include <string.h>

struct builder {
    struct emission *e;
    LLVMBuilderRef b;
    LLVMTypeRef ptr, i64, f64;
};

static struct builder begin(struct emission *e)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    return (struct builder){e, LLVMCreateBuilderInContext(c), target_pointer(e->module),
                            LLVMInt64TypeInContext(c), LLVMDoubleTypeInContext(c)};
}

static LLVMValueRef new_function(struct builder *w, const char *what, LLVMValueRef of,
                                 LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMAddFunction(
        w->e->module,
        arena_printf(w->e->arena, "enz.%s.%s", what, text_function_name(w->e->arena, of)), type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(
        w->b, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(w->e->module), fn, ""));
    return fn;
}

static LLVMValueRef call_runtime(struct builder *w, const char *name, LLVMTypeRef ret,
                                 LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[] = {LLVMTypeOf(args[0]), LLVMTypeOf(args[n - 1])};
    LLVMTypeRef type = LLVMFunctionType(ret, types, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(w->e->module, name);
    if (!fn)
        fn = LLVMAddFunction(w->e->module, name, type);
    return LLVMBuildCall2(w->b, type, fn, args, n, "");
}

/* ---- the clone ---- */

/* The arguments are in the frame; imaginary: h times the directions of those that have some. */
static void load_arguments(struct builder *w, const struct derivative *d, LLVMValueRef run,
                           LLVMValueRef *args, LLVMValueRef *imaginary)
{
    LLVMTypeRef frame = check_frame(w->e, d);
    struct wrapper like = check_begin(w->e, d, NULL);
    LLVMDisposeBuilder(like.b);
    like.b = w->b;
    for (unsigned k = 0, from = 0, n = LLVMCountParams(d->key.fn); k < n; k++) {
        args[k] =
            LLVMBuildLoad2(w->b, LLVMStructGetTypeAtIndex(frame, from),
                           LLVMBuildStructGEP2(w->b, frame, LLVMGetParam(run, 0), from, ""), "");
        from += 1u + derivative_param_shadow(d, k);
        imaginary[k] = NULL;
        if (!derivative_param_varied(d, k))
            continue;
        LLVMValueRef v = check_direction(&like, LLVMGetParam(run, 0), k, &from, args[k]);
        imaginary[k] = LLVMBuildFMul(w->b, LLVMGetParam(run, 1), v, "");
    }
}

static void give_result(struct builder *w, LLVMValueRef result, LLVMValueRef part, LLVMValueRef h)
{
    LLVMValueRef args[] = {LLVMBuildFPCast(w->b, result, w->f64, ""),
                           LLVMBuildFDiv(w->b, part, h, "")};
    call_runtime(w, "enz_rt_check_result", LLVMVoidTypeInContext(LLVMGetTypeContext(w->f64)), args,
                 2);
}

LLVMValueRef check_complex_run(struct emission *e, const struct derivative *d,
                               struct complex_clones *clones, LLVMValueRef clone)
{
    if (LLVMGlobalGetValueType(clone) != LLVMGlobalGetValueType(d->key.fn))
        return NULL;
    struct builder w = begin(e);
    unsigned n = LLVMCountParams(clone);
    LLVMValueRef *args = ARENA_ARRAY(e->arena, LLVMValueRef, n + 1),
                 *imaginary = ARENA_ARRAY(e->arena, LLVMValueRef, n + 1), part;
    LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(e->module)),
                params[] = {w.ptr, w.f64};
    LLVMValueRef run =
        new_function(&w, "check.complex", d->key.fn, LLVMFunctionType(none, params, 2, false));
    load_arguments(&w, d, run, args, imaginary);
    LLVMValueRef result = complex_call_clone(clones, w.b, clone, args, imaginary, &part);
    custom_copy_abi(clone, result);
    if (d->key.ret_active && part)
        give_result(&w, result, part, LLVMGetParam(run, 1));
    LLVMBuildRetVoid(w.b);
    LLVMDisposeBuilder(w.b);
    return run;
}

/* ---- functions that are called ---- */

static LLVMValueRef load_number(struct builder *w, LLVMValueRef array, unsigned k)
{
    LLVMValueRef index = LLVMConstInt(w->i64, k, false);
    return LLVMBuildLoad2(w->b, w->f64, LLVMBuildGEP2(w->b, w->f64, array, &index, 1, ""), "");
}

static LLVMValueRef size_of(struct builder *w, LLVMValueRef v)
{
    return LLVMBuildSelect(w->b, LLVMBuildFCmp(w->b, LLVMRealOLT, v, LLVMConstNull(w->f64), ""),
                           LLVMBuildFNeg(w->b, v, ""), v, "");
}

/* double test(x, v, size): the gradient at x times v. */
static LLVMValueRef make_test(struct builder *w, const struct derivative *d)
{
    LLVMTypeRef params[] = {w->ptr, w->ptr, w->ptr};
    LLVMValueRef test =
        new_function(w, "check.call", d->key.fn, LLVMFunctionType(w->f64, params, 3, false));
    unsigned n = LLVMCountParams(d->key.fn), part = d->key.primal_return;
    LLVMValueRef *args = ARENA_ARRAY(w->e->arena, LLVMValueRef, n + 1), sum = LLVMConstNull(w->f64),
                 size = sum;
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(d->key.fn, k));
        LLVMValueRef x = load_number(w, LLVMGetParam(test, 0), k);
        args[k] = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMBuildFPToSI(w->b, x, t, "")
                                                            : LLVMBuildFPCast(w->b, x, t, "");
    }
    args[n] = LLVMConstReal(d->ret_tangent, 1);
    LLVMValueRef gradient =
        LLVMBuildCall2(w->b, LLVMGlobalGetValueType(d->fn), d->fn, args, n + 1, "");
    for (unsigned k = 0; k < n; k++) {
        if (!derivative_param_varied(d, k))
            continue;
        LLVMValueRef g = LLVMBuildFPCast(w->b, LLVMBuildExtractValue(w->b, gradient, part++, ""),
                                         w->f64, ""),
                     term = LLVMBuildFMul(w->b, g, load_number(w, LLVMGetParam(test, 1), k), "");
        sum = LLVMBuildFAdd(w->b, sum, term, "");
        size = LLVMBuildFAdd(w->b, size, size_of(w, term), "");
    }
    LLVMBuildStore(w->b, size, LLVMGetParam(test, 2));
    LLVMBuildRet(w->b, sum);
    return test;
}

static LLVMValueRef text_of(struct emission *e, const char *text)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    LLVMValueRef value = LLVMConstStringInContext2(c, text, strlen(text), false),
                 global = LLVMAddGlobal(e->module, LLVMTypeOf(value), "");
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    return global;
}

void check_complex_call(struct emission *e, const struct complex_call *call,
                        const struct derivative *d)
{
    struct builder w = begin(e);
    LLVMValueRef fields[] = {text_of(e, call->where), text_of(e, diag_name(e->diags, call->fn)),
                             d && d->fn ? make_test(&w, d) : LLVMConstNull(w.ptr)};
    LLVMSetInitializer(call->site,
                       LLVMConstStructInContext(LLVMGetModuleContext(e->module), fields, 3, false));
    LLVMSetLinkage(call->site, LLVMInternalLinkage);
    LLVMDisposeBuilder(w.b);
}
