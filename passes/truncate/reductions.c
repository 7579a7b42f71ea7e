/* Sums, products and extrema over vectors in a truncated function. */
#include "rules/emit.h"
#include "truncate/rewrite.h"
#include <string.h>

static const struct reduction {
    const char *name, *op; /* op: of the runtime; NULL: the result is one of the lanes */
    LLVMOpcode opcode;
} reductions[] = {
    {"llvm.vector.reduce.fadd.", "fadd", LLVMFAdd},
    {"llvm.vector.reduce.fmul.", "fmul", LLVMFMul},
    {"llvm.vector.reduce.fmax.", NULL, LLVMFAdd},
    {"llvm.vector.reduce.fmaximum.", NULL, LLVMFAdd},
    {"llvm.vector.reduce.fmin.", NULL, LLVMFAdd},
    {"llvm.vector.reduce.fminimum.", NULL, LLVMFAdd},
};

static const struct reduction *find(LLVMValueRef callee)
{
    const char *name = callee ? LLVMGetValueName(callee) : "";
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++)
        if (!strncmp(name, reductions[i].name, strlen(reductions[i].name)))
            return &reductions[i];
    return NULL;
}

/* The same reduction of narrow lanes. */
static LLVMValueRef reduce_native(struct rewrite *w, LLVMValueRef call)
{
    LLVMValueRef args[2] = {format_narrow(w, LLVMGetOperand(call, 0)),
                            format_narrow(w, LLVMGetOperand(call, 1))};
    LLVMTypeRef vector = LLVMTypeOf(args[1]);
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(w->all->module, id, &vector, 1);
    LLVMValueRef v = LLVMBuildCall2(w->b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
    LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(call));
    return format_widen(w, v);
}

/* One lane after the other. */
static LLVMValueRef reduce_by_lanes(struct rewrite *w, LLVMValueRef call, const struct reduction *r)
{
    LLVMValueRef x[2] = {format_round(w, LLVMGetOperand(call, 0)), NULL},
                 vector = format_round(w, LLVMGetOperand(call, 1));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector)));
    for (unsigned i = 0, n = LLVMGetVectorSize(LLVMTypeOf(vector)); i < n; i++) {
        x[1] = LLVMBuildExtractElement(w->b, vector, LLVMConstInt(i32, i, false), "");
        LLVMValueRef twin = LLVMBuildBinOp(w->b, r->opcode, x[0], x[1], "");
        x[0] = runtime_apply(w, "binop", r->op, x, 2, twin);
    }
    return x[0];
}

bool reduction_rewrite(struct rewrite *w, LLVMValueRef call, LLVMValueRef callee, bool *ok)
{
    const struct reduction *r = find(callee);
    if (!r || !truncate_is_wide(&w->truncation->format, LLVMTypeOf(call)))
        return false;
    LLVMPositionBuilderBefore(w->b, call);
    if (!r->op)
        *ok = library_keep_exact(w, call);
    else if (format_native(&w->truncation->format, LLVMTypeOf(call)))
        operation_replace(w, call, reduce_native(w, call));
    else if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 1))) == LLVMVectorTypeKind)
        operation_replace(w, call, reduce_by_lanes(w, call, r));
    else
        *ok = operation_refuse(w, call, "a sum over a vector of unknown length");
    return true;
}
