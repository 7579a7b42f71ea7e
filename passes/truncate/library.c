/* Functions of libraries in a truncated function, of which no row of rules speaks: what they
 * compute is exact, or no number, or they do what other functions do. */
#include "truncate/rewrite.h"
#include <string.h>

/* The stem with one of the suffixes of C's floating-point types, or none. */
static bool is_named(const char *name, const char *stem)
{
    size_t n = strlen(stem);
    return !strncmp(name, stem, n) && (!name[n] || (strchr("fl", name[n]) && !name[n + 1]));
}

static void round_operands(struct rewrite *w, LLVMValueRef call)
{
    LLVMPositionBuilderBefore(w->b, call);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (truncate_is_wide(&w->truncation->format, LLVMTypeOf(LLVMGetOperand(call, k))))
            LLVMSetOperand(call, k, format_round(w, LLVMGetOperand(call, k)));
}

bool library_keep_exact(struct rewrite *w, LLVMValueRef call)
{
    round_operands(w, call);
    return true;
}

/* ---- sine and cosine at once ----------------------------------------------------------------- */

static LLVMValueRef function_of(struct rewrite *w, const char *name, LLVMValueRef x)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(w->all->module, id, &t, 1);
    return LLVMBuildCall2(w->b, LLVMGlobalGetValueType(fn), fn, &x, 1, "");
}

/* What is built is rewritten in turn. */
static bool two_calls(struct rewrite *w, LLVMValueRef call, bool to_memory)
{
    static const char *const names[] = {"llvm.sin", "llvm.cos"};
    LLVMValueRef x = LLVMGetOperand(call, 0), made[4], whole = LLVMGetPoison(LLVMTypeOf(call));
    bool ok = true;
    LLVMPositionBuilderBefore(w->b, call);
    for (unsigned i = 0; i < 2; i++) {
        made[i] = function_of(w, names[i], x);
        if (to_memory)
            made[2 + i] = LLVMBuildStore(w->b, made[i], LLVMGetOperand(call, 1 + i));
        else
            made[2 + i] = whole = LLVMBuildInsertValue(w->b, whole, made[i], i, "");
    }
    if (to_memory)
        LLVMInstructionEraseFromParent(call);
    else
        operation_replace(w, call, whole);
    for (unsigned i = 0; i < 4; i++)
        ok &= operation_rewrite(w, made[i]);
    return ok;
}

bool library_sincos(struct rewrite *w, LLVMValueRef call)
{
    return two_calls(w, call, false);
}

static bool sincos_to_memory(struct rewrite *w, LLVMValueRef call)
{
    return two_calls(w, call, true);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* What the runtime of OpenMP calls is a clone. */
static bool keep_with_callbacks(struct rewrite *w, LLVMValueRef call)
{
    if (!w->in_place)
        call_clone_callbacks(w, call);
    return true;
}

static bool keep(struct rewrite *w, LLVMValueRef call)
{
    (void)w, (void)call;
    return true;
}

static const struct library_function {
    const char *name;
    bool prefix, numbers; /* numbers: it takes a number of the wide format */
    bool (*rewrite)(struct rewrite *, LLVMValueRef);
} functions[] = {
    {"modf", false, true, library_keep_exact},
    {"sincos", false, true, sincos_to_memory},
    {"realloc", false, false, keep},
    {"reallocarray", false, false, keep},
    {"posix_memalign", false, false, keep},
    {"__kmpc_", true, false, keep_with_callbacks},
    {"omp_", true, false, keep},
};

bool library_takes_wide(struct rewrite *w, LLVMValueRef call)
{
    bool any = false;
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        any |= truncate_is_wide(&w->truncation->format, LLVMTypeOf(LLVMGetOperand(call, k)));
    return any;
}

bool library_rewrite(struct rewrite *w, LLVMValueRef call, LLVMValueRef callee, bool *ok)
{
    const char *name = callee ? LLVMGetValueName(callee) : "";
    for (size_t i = 0; i < sizeof functions / sizeof *functions && LLVMIsACallInst(call); i++) {
        const struct library_function *f = &functions[i];
        bool is = f->prefix    ? !strncmp(name, f->name, strlen(f->name))
                  : f->numbers ? is_named(name, f->name)
                               : !strcmp(name, f->name);
        if (!is || f->numbers != library_takes_wide(w, call))
            continue;
        *ok = f->rewrite(w, call);
        return true;
    }
    return false;
}
