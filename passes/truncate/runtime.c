/* Operations in formats that LLVM has no type for: calls of runtime/fprt.
 *
 * What comes back is a constant to derivatives. So the operation is there once more, in the wide
 * format, on rounded operands, and the result is a call of enz.integer.T (the rules' word for a
 * value that moves like another): the value is the runtime's, its derivative that of the wide
 * operation. */
#include "rules/emit.h"
#include "truncate/rewrite.h"
#include <string.h>

static const char moving[] = "enz.integer.";

static void add_attributes(LLVMValueRef fn, bool inlined)
{
    static const char *const names[] = {"nounwind", "willreturn", "memory", "alwaysinline"};
    for (size_t i = 0; i < sizeof names / sizeof *names - !inlined; i++)
        LLVMAddAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)),
                                    LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])),
                                    0));
}

/* value, which moves like `like`: T (T, double), the first. */
static LLVMValueRef moves_like(struct rewrite *w, LLVMValueRef value, LLVMValueRef like)
{
    LLVMTypeRef t = LLVMTypeOf(value), number = LLVMDoubleTypeInContext(LLVMGetTypeContext(t)),
                params[2] = {t, number};
    LLVMTypeRef type = LLVMFunctionType(t, params, 2, false);
    char *type_name = LLVMPrintTypeToString(t);
    const char *name = arena_printf(w->all->arena, "%s%s", moving, type_name);
    LLVMDisposeMessage(type_name);
    LLVMValueRef fn = LLVMGetNamedFunction(w->all->module, name), args[2] = {value, like};
    if (!fn) {
        LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(t));
        fn = LLVMAddFunction(w->all->module, name, type);
        LLVMSetLinkage(fn, LLVMInternalLinkage);
        add_attributes(fn, true);
        LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(LLVMGetTypeContext(t), fn, ""));
        LLVMBuildRet(b, LLVMGetParam(fn, 0));
        LLVMDisposeBuilder(b);
    }
    if (LLVMTypeOf(like) != number)
        args[1] = LLVMBuildFPExt(w->b, like, number, "");
    return LLVMBuildCall2(w->b, type, fn, args, 2, "");
}

bool runtime_is_rounded(LLVMValueRef v)
{
    LLVMValueRef fn = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return fn && LLVMIsAFunction(fn) && !strncmp(LLVMGetValueName(fn), moving, sizeof moving - 1);
}

static LLVMValueRef apply_scalar(struct rewrite *w, const char *name, LLVMValueRef *args,
                                 unsigned n, LLVMValueRef twin)
{
    const struct truncate_format *f = &w->truncation->format;
    LLVMTypeRef wide = LLVMTypeOf(twin);
    LLVMContextRef c = LLVMGetTypeContext(wide);
    LLVMTypeRef number = LLVMDoubleTypeInContext(c), i64 = LLVMInt64TypeInContext(c);
    LLVMTypeRef params[6];
    LLVMValueRef operands[6];
    for (unsigned k = 0; k < n; k++) {
        params[k] = number;
        operands[k] = wide == number ? args[k] : LLVMBuildFPExt(w->b, args[k], number, "");
    }
    const unsigned format[3] = {f->exponent, f->significand, f->memory ? 1 : 2};
    for (unsigned k = 0; k < 3; k++) {
        params[n + k] = i64;
        operands[n + k] = LLVMConstInt(i64, format[k], false);
    }
    LLVMTypeRef type = LLVMFunctionType(number, params, n + 3, false);
    LLVMValueRef fn = LLVMGetNamedFunction(w->all->module, name);
    if (!fn) {
        fn = LLVMAddFunction(w->all->module, name, type);
        add_attributes(fn, false);
    }
    LLVMValueRef v = LLVMBuildCall2(w->b, type, fn, operands, n + 3, "");
    if (wide != number)
        v = LLVMBuildFPTrunc(w->b, v, wide, ""); /* of the narrow format, so it is exact */
    return moves_like(w, v, twin);
}

static LLVMValueRef lane(struct rewrite *w, LLVMValueRef v, unsigned i)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
    return LLVMBuildExtractElement(w->b, v, LLVMConstInt(i32, i, false), "");
}

LLVMValueRef runtime_apply(struct rewrite *w, const char *kind, const char *op, LLVMValueRef *args,
                           unsigned n, LLVMValueRef twin)
{
    const char *name = arena_printf(w->all->arena, "__enzyme_fprt_11_52_%s_%s", kind, op);
    LLVMTypeRef t = LLVMTypeOf(twin);
    if (!emit_is_vector(t))
        return apply_scalar(w, name, args, n, twin);
    LLVMValueRef whole = LLVMGetPoison(t), parts[3];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    for (unsigned i = 0; i < LLVMGetVectorSize(t); i++) {
        for (unsigned k = 0; k < n; k++)
            parts[k] = lane(w, args[k], i);
        LLVMValueRef v = apply_scalar(w, name, parts, n, lane(w, twin, i));
        whole = LLVMBuildInsertElement(w->b, whole, v, LLVMConstInt(i32, i, false), "");
    }
    return whole;
}

/* ---- which functions there are ---- */

enum { EXACT_FUNCTION = 0 };
static const struct {
    const char *name;
    unsigned operands;
} functions[] = {
#define UNARY(name, f)   {#name, 1},
#define BINARY(name, f)  {#name, 2},
#define TERNARY(name, f) {#name, 3},
#define EXACT(name)      {#name, EXACT_FUNCTION},
#include "fprt/fprt.def"
};

bool runtime_function(const char *name, unsigned *operands)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name)) {
            *operands = functions[i].operands;
            return true;
        }
    return false;
}
