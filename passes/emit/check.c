/* See check.h. The derivative that is compared with runs on the program's own memory: what it
 * writes is recorded first (check_record.c), so that the runtime (runtime/check.c) can put
 * everything back. Tangents stand in the shadow memory of the reverse derivative meanwhile.
 */
#include "base/options.h"
#include "base/target.h"
#include "emit/check_wrap.h"
#include "ir/constants.h"
#include "ir/text.h"
#include <string.h>

static enum check_number number_of(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMFloatTypeKind: return CHECK_FLOAT;
    case LLVMDoubleTypeKind: return CHECK_DOUBLE;
    case LLVMX86_FP80TypeKind: return CHECK_LONG_DOUBLE;
    default: return CHECK_NONE;
    }
}

/* Only the run can tell what is there: the comparison ends unless the memory is its own. */
static void touch_untyped(struct gen *g, LLVMValueRef shadow)
{
    LLVMTypeRef ptr = gen_ptr_type(g), none = LLVMVoidTypeInContext(g->context);
    gen_call(g, gen_declare(g, "enz_rt_check_untyped", none, &ptr, 1), &shadow, 1);
}

void gen_check_touch(struct gen *g, LLVMValueRef shadow, LLVMValueRef inst, LLVMTypeRef t)
{
    if (!g->deriv->key.checked)
        return;
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    LLVMTypeRef one = vector ? LLVMGetElementType(t) : t;
    enum check_number number = number_of(one);
    if (LLVMGetTypeKind(one) == LLVMIntegerTypeKind) {
        touch_untyped(g, shadow);
        return;
    }
    if (number == CHECK_NONE || (vector && number == CHECK_LONG_DOUBLE)) {
        g->emission->unchecked = "it moves numbers of a type that is not followed";
        return;
    }
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g), params[] = {ptr, ptr, i64, i64};
    LLVMValueRef fn = gen_declare(g, "enz_rt_check_touch", LLVMVoidTypeInContext(g->context),
                                  params, 4),
                 args[] = {
                     shadow, gen_primal(g, LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0)),
                     gen_const_i64(g, vector ? LLVMGetVectorSize(t) : 1), gen_const_i64(g, number)};
    gen_call(g, fn, args, 4);
}

/* An integer that carries no number: the bytes of its shadow are none. */
static void note_integer(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t)
{
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_i64(g)}, none = LLVMVoidTypeInContext(g->context);
    LLVMValueRef args[] = {
        shadow, gen_const_i64(g, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), t))};
    gen_call(g, gen_declare(g, "enz_rt_check_integer", none, types, 2), args, 2);
}

void gen_check_stored(struct gen *g, LLVMValueRef shadow, LLVMValueRef inst, LLVMValueRef tangent)
{
    LLVMTypeRef t = LLVMTypeOf(tangent),
                one = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    if (g->deriv->key.checked && LLVMGetTypeKind(one) == LLVMIntegerTypeKind && LLVMIsNull(tangent))
        note_integer(g, shadow, t);
    else
        gen_check_touch(g, shadow, inst, t);
}

/* ---- copies and fills of memory ---- */

static void touch_number(struct gen *g, const struct type_elem *e, uint64_t period,
                         LLVMValueRef *ends)
{
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g), params[] = {ptr, ptr, i64, i64, i64};
    enum check_number number = number_of(e->type);
    if (number == CHECK_NONE) {
        g->emission->unchecked = "it moves numbers of a type that is not followed";
        return;
    }
    LLVMValueRef fn = gen_declare(g, "enz_rt_check_touch_all", LLVMVoidTypeInContext(g->context),
                                  params, 5),
                 offset = gen_const_i64(g, e->offset),
                 args[] = {gen_offset(g, ends[0], offset), gen_offset(g, ends[1], offset),
                           LLVMBuildSub(g->b, ends[2], offset, ""), gen_const_i64(g, period),
                           gen_const_i64(g, number)};
    gen_call(g, fn, args, 5);
}

static void touch_moved(struct gen *g, const struct copy_layout *l, LLVMValueRef pointer,
                        LLVMValueRef bytes)
{
    if (!gen_has_shadow(g, pointer))
        return;
    LLVMValueRef ends[] = {gen_shadow(g, pointer, 0), gen_primal(g, pointer),
                           LLVMBuildIntCast2(g->b, bytes, gen_i64(g), false, "")};
    if (l->untyped || copy_layout_has_untyped(l))
        touch_untyped(g, ends[0]);
    for (unsigned i = 0; i < l->count && !l->untyped; i++)
        if (l->elems[i].kind == ELEM_FLOAT)
            touch_number(g, &l->elems[i], l->period ? l->period : INT64_MAX / 2, ends);
}

void gen_check_moved(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], bytes = LLVMGetOperand(inst, 2);
    const struct copy_layout *l = g->bytes ? g->bytes[v].layout : NULL;
    if (!g->deriv->key.checked || !l)
        return;
    bytes = gen_primal(g, bytes);
    touch_moved(g, l, LLVMGetOperand(inst, 0), bytes);
    if (g->f->calls[v].cls != CALL_MEMSET)
        touch_moved(g, l, LLVMGetOperand(inst, 1), bytes);
}

/* ---- the function around the reverse derivative ---------------------------------------------- */

LLVMValueRef check_runtime(struct wrapper *w, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                           unsigned n)
{
    LLVMTypeRef types[6];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(ret, types, n, 0);
    return LLVMBuildCall2(w->b, type, check_runtime_function(w->e, name, type), args, n, "");
}

LLVMValueRef check_as_double(struct wrapper *w, LLVMValueRef v)
{
    return LLVMBuildFPCast(w->b, v, w->f64, "");
}

LLVMValueRef check_function(struct wrapper *w, const char *what, LLVMTypeRef type)
{
    LLVMContextRef c = LLVMGetModuleContext(w->e->module);
    LLVMValueRef fn = LLVMAddFunction(
        w->e->module,
        arena_printf(w->e->arena, "enz.%s.%s", what, text_function_name(w->e->arena, w->d->key.fn)),
        type);
    static const char *const like[] = {"target-cpu", "target-features", "tune-cpu"};
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    for (size_t i = 0; i < sizeof like / sizeof *like; i++) {
        LLVMAttributeRef a =
            LLVMGetStringAttributeAtIndex(w->d->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                          like[i], (unsigned)strlen(like[i]));
        if (a)
            LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
    }
    LLVMPositionBuilderAtEnd(w->b, LLVMAppendBasicBlockInContext(c, fn, ""));
    return fn;
}

LLVMValueRef check_direction(struct wrapper *w, LLVMValueRef frame, unsigned k, unsigned *next,
                             LLVMValueRef value)
{
    LLVMValueRef ask[] = {LLVMConstInt(w->i64, k, 0), check_as_double(w, value)};
    if (w->d->key.kind != GEN_FORWARD)
        return check_runtime(w, "enz_rt_check_direction", w->f64, ask, 2);
    unsigned at = (*next)++;
    return check_as_double(w,
                           LLVMBuildLoad2(w->b, LLVMStructGetTypeAtIndex(w->frame, at),
                                          LLVMBuildStructGEP2(w->b, w->frame, frame, at, ""), ""));
}

LLVMValueRef check_thunk(struct wrapper *w)
{
    LLVMTypeRef params[] = {w->ptr, w->f64};
    LLVMValueRef thunk = check_function(w, "check.run", LLVMFunctionType(w->none, params, 2, 0)),
                 frame = LLVMGetParam(thunk, 0), h = LLVMGetParam(thunk, 1);
    unsigned count = LLVMCountParams(w->d->key.fn), from = 0, n = 0;
    LLVMValueRef *args = ARENA_ARRAY(w->e->arena, LLVMValueRef, 2 * count + 2);
    for (unsigned k = 0; k < count; k++) {
        for (unsigned i = 0; i < 1u + derivative_param_shadow(w->d, k); i++, from++)
            args[n++] = LLVMBuildLoad2(w->b, LLVMStructGetTypeAtIndex(w->frame, from),
                                       LLVMBuildStructGEP2(w->b, w->frame, frame, from, ""), "");
        if (!derivative_param_varied(w->d, k))
            continue;
        LLVMValueRef value = args[n - 1], v = check_direction(w, frame, k, &from, value),
                     step = LLVMBuildFMul(w->b, h, v, "");
        LLVMTypeRef t = LLVMTypeOf(value);
        args[n - 1] = LLVMBuildFAdd(w->b, value, LLVMBuildFPCast(w->b, step, t, ""), "");
        args[n++] = LLVMBuildFPCast(w->b, v, t, "");
    }
    if (w->forward->follows)
        args[n++] = LLVMConstNull(w->ptr);
    LLVMTypeRef type = LLVMGlobalGetValueType(w->forward->fn);
    LLVMValueRef result = LLVMBuildCall2(w->b, type, w->forward->fn, args, n, "");
    if (w->d->key.ret_active) {
        LLVMValueRef parts[] = {check_as_double(w, LLVMBuildExtractValue(w->b, result, 0, "")),
                                check_as_double(w, LLVMBuildExtractValue(w->b, result, 1, ""))};
        check_runtime(w, "enz_rt_check_result", w->none, parts, 2);
    }
    LLVMBuildRetVoid(w->b);
    return thunk;
}

LLVMValueRef check_site(struct wrapper *w, LLVMValueRef call)
{
    const char *file = "unknown place";
    unsigned line = 0, column = 0;
    ezb_debug_loc(call, &file, &line, &column);
    LLVMValueRef fields[] = {
        constants_text(w->b, arena_printf(w->e->arena, "%s:%u:%u", file, line, column)),
        constants_text(w->b, diag_name(w->e->diags, w->d->key.fn)),
        LLVMConstInt(w->i64, check_wishes(w), 0),
        LLVMConstInt(w->i64, 0, 0),
        LLVMConstInt(w->i64, 0, 0),
        w->complex ? w->complex : LLVMConstNull(w->ptr),
        LLVMConstInt(w->i64, 0, 0),
        constants_text(w->b, w->rules),
        LLVMConstInt(w->i64, 0, 0),
        gen_shadow_ranges(w->e)};
    LLVMValueRef value =
                     LLVMConstStructInContext(LLVMGetModuleContext(w->e->module), fields, 10, 0),
                 site = LLVMAddGlobal(w->e->module, LLVMTypeOf(value), "enz.check.site");
    LLVMSetLinkage(site, LLVMInternalLinkage);
    LLVMSetInitializer(site, value);
    return site;
}

uint64_t check_wishes(const struct wrapper *w)
{
    return w->e->options->check | (w->e->checks_single ? ENZ_CHECK_SINGLE : 0u) |
           (w->d && w->d->key.kind == GEN_FORWARD ? ENZ_CHECK_FORWARD : 0u) |
           (w->split ? ENZ_CHECK_SPLIT : 0u);
}

LLVMValueRef check_seed(struct wrapper *w, LLVMValueRef *args)
{
    if (!w->d->key.ret_active)
        return LLVMConstNull(w->f64);
    return w->d->key.kind == GEN_FORWARD ? LLVMConstReal(w->f64, 1)
                                         : check_as_double(w, args[w->params - 1]);
}

void check_returned(struct wrapper *w, LLVMValueRef result)
{
    unsigned part = w->d->key.primal_return;
    if (w->d->key.kind == GEN_FORWARD) {
        if (!w->d->key.ret_active)
            return;
        LLVMValueRef tangent = check_as_double(w, LLVMBuildExtractValue(w->b, result, part, ""));
        check_runtime(w, "enz_rt_check_tangent", w->none, &tangent, 1);
        return;
    }
    for (unsigned k = 0, n = LLVMCountParams(w->d->key.fn); k < n; k++) {
        if (!derivative_param_varied(w->d, k))
            continue;
        LLVMValueRef args[] = {LLVMConstInt(w->i64, k, 0),
                               check_as_double(w, LLVMBuildExtractValue(w->b, result, part++, ""))};
        check_runtime(w, "enz_rt_check_gradient", w->none, args, 2);
    }
}

static LLVMValueRef make_wrapper(struct wrapper *w, LLVMValueRef call)
{
    LLVMContextRef c = LLVMGetModuleContext(w->e->module);
    LLVMValueRef thunk = check_thunk(w);
    LLVMTypeRef type = LLVMGlobalGetValueType(w->d->fn);
    LLVMValueRef fn = check_function(w, "checked", type), *args, frame;
    args = ARENA_ARRAY(w->e->arena, LLVMValueRef, w->params + 1);
    frame = LLVMBuildAlloca(w->b, w->frame, "");
    for (unsigned i = 0; i < w->params; i++) {
        args[i] = LLVMGetParam(fn, i);
        LLVMBuildStore(w->b, args[i], LLVMBuildStructGEP2(w->b, w->frame, frame, i, ""));
    }
    LLVMValueRef open[] = {check_site(w, call), thunk, frame, check_seed(w, args)},
                 on = check_runtime(w, "enz_rt_check_open", w->i64, open, 4),
                 result = LLVMBuildCall2(w->b, type, w->d->fn, args, w->params, "");
    LLVMBasicBlockRef compare = LLVMAppendBasicBlockInContext(c, fn, ""),
                      end = LLVMAppendBasicBlockInContext(c, fn, "");
    on = LLVMBuildICmp(w->b, LLVMIntNE, on, LLVMConstNull(w->i64), "");
    LLVMBuildCondBr(w->b, on, compare, end);
    LLVMPositionBuilderAtEnd(w->b, compare);
    check_returned(w, result);
    check_runtime(w, "enz_rt_check_close", w->none, open, 1);
    LLVMBuildBr(w->b, end);
    LLVMPositionBuilderAtEnd(w->b, end);
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(w->b);
    else
        LLVMBuildRet(w->b, result);
    return fn;
}

const char *check_refusal(const struct derivative *d)
{
    for (unsigned k = 0, n = LLVMCountParams(d->key.fn); k < n; k++)
        if (derivative_param_varied(d, k) &&
            (number_of(LLVMTypeOf(LLVMGetParam(d->key.fn, k))) == CHECK_NONE ||
             d->tangents[k] != LLVMTypeOf(LLVMGetParam(d->key.fn, k))))
            return "an argument is no single number";
    if (d->key.ret_active && number_of(d->ret_tangent) == CHECK_NONE)
        return "its result is no single number";
    return NULL;
}

LLVMTypeRef check_frame(struct emission *e, const struct derivative *d)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(d->fn);
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *types = ARENA_ARRAY(e->arena, LLVMTypeRef, n + 1);
    LLVMGetParamTypes(type, types);
    return LLVMStructTypeInContext(LLVMGetModuleContext(e->module), types, n, 0);
}

struct wrapper check_begin(struct emission *e, const struct derivative *d,
                           const struct derivative *forward)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    return (struct wrapper){.e = e,
                            .b = LLVMCreateBuilderInContext(c),
                            .d = d,
                            .forward = forward,
                            .ptr = target_pointer(e->module),
                            .i64 = LLVMInt64TypeInContext(c),
                            .f64 = LLVMDoubleTypeInContext(c),
                            .none = LLVMVoidTypeInContext(c),
                            .frame = check_frame(e, d),
                            .params = LLVMCountParams(d->fn)};
}

LLVMValueRef check_wrap(struct emission *e, const struct derivative *d,
                        const struct derivative *forward, LLVMValueRef complex, const char *rules,
                        LLVMValueRef call, const char **why)
{
    if ((*why = check_refusal(d)))
        return NULL;
    struct wrapper w = check_begin(e, d, forward);
    w.complex = complex, w.rules = rules;
    LLVMValueRef fn = make_wrapper(&w, call);
    LLVMDisposeBuilder(w.b);
    return fn;
}
