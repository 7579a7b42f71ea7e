/* Calls in a truncated function: of functions with a body, whose clones are called, and of
 * functions of mathematics, which are those of the narrow format. */
#include "ir/in_place.h"
#include "rules/bundle.h"
#include "rules/emit.h"
#include "rules/rules.h"
#include "rules/table.h"
#include "truncate/rewrite.h"
#include <string.h>

static bool is_wide(struct rewrite *w, LLVMValueRef v)
{
    return truncate_is_wide(&w->truncation->format, LLVMTypeOf(v));
}

static const char *named(struct rewrite *w, const char *text, LLVMValueRef fn)
{
    return arena_printf(w->all->arena, text, fn ? diag_name(w->all->diags, fn) : "?");
}

static bool takes_wide(struct rewrite *w, LLVMValueRef call)
{
    return is_wide(w, call) || library_takes_wide(w, call);
}

/* ---- functions of mathematics ---- */

static LLVMValueRef no_value(void *user, int operand)
{
    (void)user, (void)operand;
    return NULL;
}

/* The function of another format: frexpf, lgammaf_r. */
static const char *typed_name(struct rewrite *w, const char *name, const char *suffix)
{
    size_t length = strlen(name), behind = length > 2 && !strcmp(name + length - 2, "_r") ? 2 : 0;
    return arena_printf(w->all->arena, "%.*s%s%s", (int)(length - behind), name, suffix,
                        name + length - behind);
}

/* One that writes an integer through a pointer: frexp. */
static LLVMValueRef writing_call(struct rewrite *w, const struct rule *r, LLVMValueRef *args,
                                 unsigned n)
{
    LLVMModuleRef m = w->all->module;
    LLVMTypeRef fp = LLVMTypeOf(args[0]), params[RULE_MAX_OPERANDS];
    const char *name = typed_name(w, rule_name(r), rule_type_suffix(m, fp));
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef type = LLVMFunctionType(fp, params, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (!fn)
        fn = LLVMAddFunction(m, name, type);
    return LLVMBuildCall2(w->b, type, fn, args, n, "");
}

static bool has_prefix(LLVMValueRef fn, const char *prefix)
{
    return !strncmp(LLVMGetValueName(fn), prefix, strlen(prefix));
}

/* As one operation or two. */
static bool is_multiply_add(const struct call_info *info)
{
    return has_prefix(info->callee, "llvm.fmuladd.");
}

/* The function of the narrow format; NULL if it has none. */
static LLVMValueRef native_call(struct rewrite *w, LLVMValueRef call, const struct call_info *info)
{
    const struct rule *r = info->rule;
    struct rule_env env = {.cx = w->all->cx,
                           .module = w->all->module,
                           .builder = w->b,
                           .primal = call,
                           .value = no_value};
    unsigned n = rule_operand_count(r);
    LLVMValueRef args[RULE_MAX_OPERANDS];
    for (unsigned k = 0; k < n; k++) {
        args[k] = LLVMGetOperand(call, k);
        if (is_wide(w, args[k]))
            args[k] = format_narrow(w, args[k]);
    }
    if (is_multiply_add(info))
        return emit_intrinsic(&env, "llvm.fmuladd", (LLVMTypeRef[]){LLVMTypeOf(args[0])}, 1, args,
                              n);
    if (!rule_writes(r))
        return emit_row_call(r, &env, args, n);
    return rule_type_suffix(w->all->module, LLVMTypeOf(args[0])) ? writing_call(w, r, args, n)
                                                                 : NULL;
}

/* What computes an integer, or is exact, does so of rounded operands as it is. */
static bool keeps_function(const struct rule *r, LLVMValueRef call)
{
    return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind ||
           LLVMGetTypeKind(emit_scalar_type(LLVMTypeOf(call))) == LLVMIntegerTypeKind ||
           (r->flags & RULE_LLVM && !rule_intrinsic(r));
}

static void round_operands(struct rewrite *w, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (is_wide(w, LLVMGetOperand(call, k)))
            LLVMSetOperand(call, k, format_round(w, LLVMGetOperand(call, k)));
}

static bool refuse_function(struct rewrite *w, LLVMValueRef call, LLVMValueRef fn)
{
    return operation_refuse(w, call, named(w, "the function %s", fn));
}

static bool native_math(struct rewrite *w, LLVMValueRef call, const struct call_info *info)
{
    LLVMValueRef v = native_call(w, call, info);
    if (!v)
        return refuse_function(w, call, info->callee);
    if (LLVMIsAInstruction(v) && !in_place_lost(call))
        in_place_mark_operation(v);
    operation_replace(w, call, format_widen(w, v));
    return true;
}

/* Two operations, both rounded. */
static bool runtime_multiply_add(struct rewrite *w, LLVMValueRef call)
{
    LLVMValueRef x[2] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
    x[0] = runtime_apply(w, "binop", "fmul", x, 2, LLVMBuildFMul(w->b, x[0], x[1], ""));
    x[1] = LLVMGetOperand(call, 2);
    LLVMValueRef v = runtime_apply(w, "binop", "fadd", x, 2, LLVMBuildFAdd(w->b, x[0], x[1], ""));
    operation_replace(w, call, v);
    return true;
}

/* The call stays, of rounded operands. */
static bool runtime_math(struct rewrite *w, LLVMValueRef call, const struct call_info *info)
{
    unsigned n;
    LLVMValueRef args[RULE_MAX_OPERANDS];
    if (!runtime_function(rule_name(info->rule), &n) || rule_writes(info->rule))
        return refuse_function(w, call, info->callee);
    round_operands(w, call);
    if (is_multiply_add(info))
        return runtime_multiply_add(w, call);
    LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(call));
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(call, k);
    LLVMValueRef placeholder = LLVMBuildFreeze(w->b, LLVMGetUndef(LLVMTypeOf(call)), "");
    LLVMReplaceAllUsesWith(call, placeholder);
    LLVMValueRef v =
        n ? runtime_apply(w, "func", rule_name(info->rule), args, n, call) : format_round(w, call);
    operation_replace(w, placeholder, v);
    return true;
}

/* What is subnormal, or zero, depends on the format. */
static bool class_of_number(struct rewrite *w, LLVMValueRef call, const struct call_info *info)
{
    if (!format_native(&w->truncation->format, LLVMTypeOf(LLVMGetOperand(call, 0))))
        return refuse_function(w, call, info->callee);
    LLVMPositionBuilderBefore(w->b, call);
    LLVMValueRef args[] = {format_narrow(w, LLVMGetOperand(call, 0)), LLVMGetOperand(call, 1)};
    struct rule_env env = {.cx = w->all->cx,
                           .module = w->all->module,
                           .builder = w->b,
                           .primal = call,
                           .value = no_value};
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    operation_replace(w, call, emit_intrinsic(&env, "llvm.is.fpclass", &type, 1, args, 2));
    return true;
}

static bool math_call(struct rewrite *w, LLVMValueRef call, const struct call_info *info)
{
    const struct rule *r = info->rule;
    if (!takes_wide(w, call))
        return true;
    if (has_prefix(info->callee, "llvm.sincos."))
        return library_sincos(w, call);
    if (r->flags & RULE_EXACT && (rule_result_count(r) > 1 || rule_writes(r)))
        return library_keep_exact(w, call);
    if (r->special || rule_result_count(r) > 1 || r->signature[0] == 'g' ||
        has_prefix(info->callee, "llvm.experimental.constrained."))
        return refuse_function(w, call, info->callee);
    if (has_prefix(info->callee, "llvm.is.fpclass."))
        return class_of_number(w, call, info);
    if (keeps_function(r, call)) {
        round_operands(w, call);
        return !is_wide(w, call) || refuse_function(w, call, info->callee);
    }
    if (LLVMIsAInvokeInst(call))
        call = ezb_invoke_to_call(call, 0);
    LLVMPositionBuilderBefore(w->b, call);
    return (format_native(&w->truncation->format, LLVMTypeOf(call)) ? native_math
                                                                    : runtime_math)(w, call, info);
}

/* ---- other functions ---- */

static bool computes(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (emit_is_fp(LLVMTypeOf(i)))
                return true;
    return false;
}

void call_clone_callbacks(struct rewrite *w, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef fn = LLVMGetOperand(call, k);
        if (LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn))
            LLVMSetOperand(call, k, w->clone(w->user, fn));
    }
}

static void round_returned(struct rewrite *w, LLVMValueRef call)
{
    if (w->truncation->format.memory && is_wide(w, call) && !LLVMIsAInvokeInst(call))
        operation_round_result(w, call);
}

static bool defined_call(struct rewrite *w, LLVMValueRef call, LLVMValueRef callee)
{
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, w->clone(w->user, callee));
    if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
        LLVMSetTailCallKind(call, LLVMTailCallKindNone);
    return true;
}

/* A function without body of which no table speaks: one of the C library that comes with the
 * compiler, or one that may compute anything. */
static bool unknown_call(struct rewrite *w, LLVMValueRef call, LLVMValueRef callee)
{
    LLVMValueRef body =
        callee ? bundle_body(w->all->module, callee, LLVMGetCalledFunctionType(call)) : NULL;
    if (!body)
        return refuse_function(w, call, callee);
    if (computes(body))
        return defined_call(w, call, body);
    call_clone_callbacks(w, call);
    return true;
}

/* Says something to the passes, such as the type of memory. */
static bool is_entry(LLVMValueRef fn)
{
    return fn && strstr(LLVMGetValueName(fn), "__enzyme_");
}

bool call_rewrite(struct rewrite *w, LLVMValueRef call)
{
    struct call_info info = rule_classify(w->all->cx, call);
    bool ok = true;
    if (info.cls != CALL_RULE && info.callee && LLVMIsDeclaration(info.callee) &&
        library_rewrite(w, call, info.callee, &ok))
        return ok;
    if (complex_rewrite(w, call, &info, &ok) || reduction_rewrite(w, call, info.callee, &ok))
        return ok;
    bool outside = w->in_place && info.cls != CALL_RULE && info.cls != CALL_ASM &&
                   !(info.callee && LLVMGetIntrinsicID(info.callee));
    if (outside) {
        round_returned(w, call);
        return true;
    }
    switch (info.cls) {
    case CALL_RULE: return math_call(w, call, &info);
    case CALL_INDIRECT: return pointer_call(w, call);
    case CALL_ASM: return takes_wide(w, call) ? operation_refuse(w, call, "inline assembly") : true;
    case CALL_UNKNOWN: return is_entry(info.callee) || unknown_call(w, call, info.callee);
    default: break;
    }
    if (info.callee && !LLVMIsDeclaration(info.callee))
        return defined_call(w, call, info.callee);
    if (info.callee && LLVMGetIntrinsicID(info.callee) && takes_wide(w, call))
        return refuse_function(w, call, info.callee);
    if (!w->in_place)
        call_clone_callbacks(w, call);
    round_returned(w, call);
    return true;
}
