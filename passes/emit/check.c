/* See check.h. The derivative that is compared with runs on the program's own memory: what it
 * writes is recorded first, so that the runtime (runtime/check.c) can put everything back. Tangents
 * stand in the shadow memory of the reverse derivative meanwhile. What cannot be put back is not
 * checked: calls of code that is not seen, allocation, copies of memory, exceptions, atomic and
 * volatile accesses.
 */
#include "base/options.h"
#include "base/target.h"
#include "emit/check_wrap.h"
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

void gen_check_touch(struct gen *g, LLVMValueRef shadow, LLVMValueRef inst, LLVMTypeRef t)
{
    if (!g->deriv->key.checked)
        return;
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    enum check_number number = number_of(vector ? LLVMGetElementType(t) : t);
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

/* ---- what the forward derivative writes ------------------------------------------------------ */

static bool is_local(LLVMValueRef p)
{
    while (LLVMIsAGetElementPtrInst(p) || LLVMIsABitCastInst(p))
        p = LLVMGetOperand(p, 0);
    return LLVMIsAAllocaInst(p);
}

struct recorder {
    struct emission *e;
    LLVMBuilderRef b;
    LLVMTypeRef ptr, i64, none;
    bool complex; /* of a complex clone */
};

static LLVMValueRef runtime(struct emission *e, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(e->module, name);
    return f ? f : LLVMAddFunction(e->module, name, type);
}

static const char *record_store(struct recorder *r, LLVMValueRef store)
{
    LLVMValueRef to = LLVMGetOperand(store, 1);
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(store, 0)), params[] = {r->ptr, r->i64};
    if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
        return "it writes volatile or atomic memory";
    if (is_local(to))
        return NULL;
    uint64_t n = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(r->e->module), t);
    LLVMTypeRef type = LLVMFunctionType(r->none, params, 2, 0);
    LLVMPositionBuilderBefore(r->b, store);
    LLVMBuildCall2(r->b, type, runtime(r->e, "enz_rt_check_write", type),
                   (LLVMValueRef[]){to, LLVMConstInt(r->i64, n, 0)}, 2, "");
    return NULL;
}

static bool starts_with(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

enum { DEPTH = 8 };
static bool only_computes(struct emission *e, LLVMValueRef fn, unsigned depth);

/* A mathematical function, which may set errno, as it does in the derivative itself. */
static bool is_mathematical(struct emission *e, LLVMValueRef call)
{
    struct call_info info = rule_classify(e->cx, call);
    return info.cls == CALL_RULE && !rule_writes(info.rule);
}

/* The call writes no memory, or only variables of functions that it enters. */
static bool call_only_computes(struct emission *e, LLVMValueRef call, unsigned depth)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    EzbEffects effects = ezb_call_effects(e->cx, call);
    bool writes = ((effects.arg | effects.other | effects.inaccessible) & EZB_MOD) != 0;
    if (!LLVMIsAFunction(callee))
        return false;
    return !writes || is_mathematical(e, call) ||
           (depth < DEPTH && only_computes(e, callee, depth + 1));
}

static bool only_computes(struct emission *e, LLVMValueRef fn, unsigned depth)
{
    bool ok = !LLVMIsDeclaration(fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && ok; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && ok; v = LLVMGetNextInstruction(v))
            ok = LLVMIsAStoreInst(v)  ? is_local(LLVMGetOperand(v, 1)) && !LLVMGetVolatile(v)
                 : LLVMIsACallInst(v) ? call_only_computes(e, v, depth)
                                      : !ezb_inst_writes(v);
    return ok;
}

bool check_only_computes(struct emission *e, LLVMValueRef fn)
{
    return only_computes(e, fn, 0);
}

static bool recorded_by_clone(struct recorder *r, LLVMValueRef call, const char *name)
{
    struct call_info info = rule_classify(r->e->cx, call);
    return r->complex && (starts_with(name, "llvm.mem") || complex_notes_writes(name) ||
                          (info.cls == CALL_RULE && rule_writes(info.rule)));
}

static const char *record_call(struct recorder *r, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? text_function_name(r->e->arena, callee) : "";
    bool fills = starts_with(name, "llvm.memset.");
    if (starts_with(name, "enz.fwd.") || starts_with(name, "enz_rt_check_") ||
        starts_with(name, CHECK_SEEK) || starts_with(name, "enz.complex.") ||
        starts_with(name, "enz_rt_complex_") || recorded_by_clone(r, call, name) ||
        starts_with(name, "llvm.lifetime.") || !strcmp(name, "llvm.assume") ||
        starts_with(name, "llvm.experimental.noalias") || starts_with(name, "llvm.dbg."))
        return NULL;
    if (fills && is_local(LLVMGetOperand(call, 0)))
        return NULL;
    if (fills || starts_with(name, "llvm.mem"))
        return "it copies or fills memory";
    if (call_only_computes(r->e, call, 0))
        return NULL;
    return arena_printf(r->e->arena, "it calls %s",
                        *name ? diag_name(r->e->diags, callee) : "code that is not known");
}

/* What is computed in float has no more right digits than that. */
static bool is_single(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind;
}

static bool is_half(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMHalfTypeKind || LLVMGetTypeKind(t) == LLVMBFloatTypeKind;
}

static const char *record_inst(struct recorder *r, LLVMValueRef inst)
{
    r->e->checks_single |= is_single(LLVMTypeOf(inst));
    if (is_half(LLVMTypeOf(inst)))
        return "it computes in half precision";
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMStore: return record_store(r, inst);
    case LLVMLoad: return LLVMGetVolatile(inst) ? "it reads volatile memory" : NULL;
    case LLVMCall: return record_call(r, inst);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence: return "it writes volatile or atomic memory";
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMResume: return "it may throw an exception";
    default: return NULL;
    }
}

const char *check_instrument(struct emission *e, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    struct recorder r = {e,
                         LLVMCreateBuilderInContext(c),
                         target_pointer(e->module),
                         LLVMInt64TypeInContext(c),
                         LLVMVoidTypeInContext(c),
                         starts_with(LLVMGetValueName(fn), "enz.complex.")};
    const char *why = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && !why; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && !why; v = LLVMGetNextInstruction(v))
            why = record_inst(&r, v);
    LLVMDisposeBuilder(r.b);
    return why;
}

/* ---- the function around the reverse derivative ---------------------------------------------- */

LLVMValueRef check_runtime(struct wrapper *w, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                           unsigned n)
{
    LLVMTypeRef types[6];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(ret, types, n, 0);
    return LLVMBuildCall2(w->b, type, runtime(w->e, name, type), args, n, "");
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
    LLVMValueRef *args = ARENA_ARRAY(w->e->arena, LLVMValueRef, 2 * count + 1);
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
        LLVMBuildGlobalStringPtr(w->b, arena_printf(w->e->arena, "%s:%u:%u", file, line, column),
                                 ""),
        LLVMBuildGlobalStringPtr(w->b, diag_name(w->e->diags, w->d->key.fn), ""),
        LLVMConstInt(w->i64, check_wishes(w), 0),
        LLVMConstInt(w->i64, 0, 0),
        LLVMConstInt(w->i64, 0, 0),
        w->complex ? w->complex : LLVMConstNull(w->ptr),
        LLVMConstInt(w->i64, 0, 0),
        LLVMBuildGlobalStringPtr(w->b, w->rules, "")};
    LLVMValueRef value = LLVMConstStructInContext(LLVMGetModuleContext(w->e->module), fields, 8, 0),
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

const char *check_refusal(const struct derivative *d, const struct derivative *forward)
{
    for (unsigned k = 0, n = LLVMCountParams(d->key.fn); k < n; k++)
        if (derivative_param_varied(d, k) &&
            (number_of(LLVMTypeOf(LLVMGetParam(d->key.fn, k))) == CHECK_NONE ||
             d->tangents[k] != LLVMTypeOf(LLVMGetParam(d->key.fn, k))))
            return "an argument is no single number";
    if (d->key.ret_active && number_of(d->ret_tangent) == CHECK_NONE)
        return "its result is no single number";
    return d->follows || forward->follows ? "types of its memory are known to the run only" : NULL;
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
    if ((*why = check_refusal(d, forward)))
        return NULL;
    struct wrapper w = check_begin(e, d, forward);
    w.complex = complex, w.rules = rules;
    LLVMValueRef fn = make_wrapper(&w, call);
    LLVMDisposeBuilder(w.b);
    return fn;
}
