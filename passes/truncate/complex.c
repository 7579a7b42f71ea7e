/* Functions of <complex.h> in a truncated function. Absolute value and argument are hypot and atan2
 * of the parts. In float the library has others, which are called as the x86-64 calling convention
 * has it; in formats without such functions, the wide ones are called with rounded parts, and what
 * they compute is rounded. */
#include "ir/in_place.h"
#include "rules/emit.h"
#include "rules/table.h"
#include "truncate/rewrite.h"
#include <string.h>

enum { MOST_PARTS = 4 };

static LLVMValueRef index_of(LLVMTypeRef t, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(t)), i, false);
}

/* The parts of all operands: numbers, or pairs of them in a vector. */
static unsigned parts_of(struct rewrite *w, LLVMValueRef call, LLVMValueRef *parts)
{
    unsigned count = 0;
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        unsigned width = emit_is_vector(LLVMTypeOf(v)) ? 2 : 1;
        for (unsigned i = 0; i < width && count < MOST_PARTS; i++)
            parts[count++] =
                width == 1 ? v : LLVMBuildExtractElement(w->b, v, index_of(LLVMTypeOf(v), i), "");
    }
    return count;
}

static LLVMValueRef declare(struct rewrite *w, const char *name, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(w->all->module, name);
    return fn ? fn : LLVMAddFunction(w->all->module, name, type);
}

/* ---- functions of two numbers ---------------------------------------------------------------- */

static const struct real_function {
    const char *name, *real;
    unsigned first, second; /* parts */
} real_functions[] = {{"cabs", "hypot", 0, 1}, {"carg", "atan2", 1, 0}};

/* NULL: the function is none of them. */
static const struct real_function *real_function(const char *name)
{
    for (size_t i = 0; i < sizeof real_functions / sizeof *real_functions; i++) {
        size_t n = strlen(real_functions[i].name);
        if (!strncmp(name, real_functions[i].name, n) &&
            (!name[n] || (name[n] == 'f' && !name[n + 1])))
            return &real_functions[i];
    }
    return NULL;
}

/* What is built is rewritten in turn. */
static bool call_real(struct rewrite *w, LLVMValueRef call, const struct real_function *f)
{
    LLVMValueRef parts[MOST_PARTS];
    LLVMPositionBuilderBefore(w->b, call);
    if (parts_of(w, call, parts) != 2)
        return operation_refuse(w, call, "a complex function of another type");
    LLVMTypeRef t = LLVMTypeOf(parts[0]), params[2] = {t, t};
    LLVMTypeRef type = LLVMFunctionType(t, params, 2, false);
    const char *name =
        arena_printf(w->all->arena, "%s%s", f->real, rule_type_suffix(w->all->module, t));
    LLVMValueRef args[2] = {parts[f->first], parts[f->second]};
    LLVMValueRef made = LLVMBuildCall2(w->b, type, declare(w, name, type), args, 2, "");
    operation_replace(w, call, made);
    return operation_rewrite(w, made);
}

/* ---- functions of the library for float ------------------------------------------------------ */

/* cexpf, __mulsc3. */
static const char *float_name(struct rewrite *w, const char *name)
{
    size_t n = strlen(name);
    if (n > 5 && !strcmp(name + n - 3, "dc3"))
        return arena_printf(w->all->arena, "%.*ssc3", (int)(n - 3), name);
    return arena_printf(w->all->arena, "%sf", name);
}

static bool passes_pairs_in_vectors(LLVMModuleRef m)
{
    return !strncmp(LLVMGetTarget(m), "x86_64", 6);
}

static bool has_float_function(struct rewrite *w, LLVMValueRef call)
{
    const struct truncate_format *f = &w->truncation->format;
    LLVMTypeRef number = LLVMDoubleTypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
    LLVMTypeRef native = f->from == 64 ? format_native(f, number) : NULL;
    return native && LLVMGetTypeKind(native) == LLVMFloatTypeKind &&
           passes_pairs_in_vectors(w->all->module);
}

static LLVMValueRef packed(struct rewrite *w, LLVMValueRef re, LLVMValueRef im)
{
    LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(re), 2);
    LLVMValueRef v = LLVMBuildInsertElement(w->b, LLVMGetPoison(t), re, index_of(t, 0), "");
    return LLVMBuildInsertElement(w->b, v, im, index_of(t, 1), "");
}

/* Operators of the compiler's library (__mulsc3) get four numbers, other functions pairs. */
static unsigned float_operands(struct rewrite *w, LLVMValueRef call, bool pairs, LLVMValueRef *args)
{
    LLVMValueRef parts[MOST_PARTS];
    unsigned n = parts_of(w, call, parts);
    for (unsigned k = 0; k < n; k++)
        parts[k] = format_narrow(w, parts[k]);
    for (unsigned k = 0; k < n; k += 2) {
        args[pairs ? k / 2 : k] = pairs ? packed(w, parts[k], parts[k + 1]) : parts[k];
        if (!pairs)
            args[k + 1] = parts[k + 1];
    }
    return pairs ? n / 2 : n;
}

static bool call_in_float(struct rewrite *w, LLVMValueRef call, const char *wide)
{
    LLVMValueRef args[MOST_PARTS], whole = LLVMGetPoison(LLVMTypeOf(call));
    LLVMTypeRef params[MOST_PARTS];
    const char *name = float_name(w, wide);
    LLVMPositionBuilderBefore(w->b, call);
    unsigned n = float_operands(w, call, strncmp(name, "__", 2) != 0, args);
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef number = LLVMFloatTypeInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
    LLVMTypeRef type = LLVMFunctionType(LLVMVectorType(number, 2), params, n, false);
    LLVMValueRef made = LLVMBuildCall2(w->b, type, declare(w, name, type), args, n, "");
    if (!in_place_lost(call))
        in_place_mark_operation(made);
    made = format_widen(w, made);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef part = LLVMBuildExtractElement(w->b, made, index_of(LLVMTypeOf(made), i), "");
        whole = LLVMBuildInsertValue(w->b, whole, part, i, "");
    }
    operation_replace(w, call, whole);
    return true;
}

/* ---- others ---------------------------------------------------------------------------------- */

static LLVMValueRef rounded_pair(struct rewrite *w, LLVMValueRef v)
{
    if (emit_is_vector(LLVMTypeOf(v)))
        return format_round(w, v);
    LLVMValueRef whole = LLVMGetPoison(LLVMTypeOf(v));
    for (unsigned i = 0; i < 2; i++)
        whole = LLVMBuildInsertValue(w->b, whole,
                                     format_round(w, LLVMBuildExtractValue(w->b, v, i, "")), i, "");
    return whole;
}

static bool call_and_round(struct rewrite *w, LLVMValueRef call, bool exact)
{
    library_keep_exact(w, call);
    if (exact)
        return true;
    LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(call));
    LLVMValueRef placeholder = LLVMBuildFreeze(w->b, LLVMGetUndef(LLVMTypeOf(call)), "");
    LLVMReplaceAllUsesWith(call, placeholder);
    operation_replace(w, placeholder, rounded_pair(w, call));
    return true;
}

/* A row with two results that is a function of <complex.h>, or an operator. */
static bool is_complex(const struct call_info *info)
{
    size_t length;
    const char *name = info->callee ? LLVMGetValueName2(info->callee, &length) : NULL;
    if (!name || !LLVMIsDeclaration(info->callee) || !strncmp(name, "llvm.", 5))
        return false;
    return real_function(name) || rule_is_complex_function(name, length) ||
           (info->cls == CALL_RULE && rule_result_count(info->rule) == 2);
}

bool complex_rewrite(struct rewrite *w, LLVMValueRef call, const struct call_info *info, bool *ok)
{
    if (!is_complex(info))
        return false;
    if (!library_takes_wide(w, call))
        return true;
    if (LLVMIsAInvokeInst(call))
        call = ezb_invoke_to_call(call, 0);
    const char *name = LLVMGetValueName(info->callee);
    const struct real_function *real = real_function(name);
    bool exact = info->cls == CALL_RULE && info->rule->flags & RULE_EXACT;
    if (real)
        *ok = call_real(w, call, real);
    else if (!exact && has_float_function(w, call))
        *ok = call_in_float(w, call, name);
    else
        *ok = call_and_round(w, call, exact);
    return true;
}
