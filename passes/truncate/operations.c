/* Instructions in the narrow format. */
#include "ir/in_place.h"
#include "truncate/rewrite.h"

static const struct truncate_format *format_of(struct rewrite *w)
{
    return &w->truncation->format;
}

static bool is_wide(struct rewrite *w, LLVMValueRef v)
{
    return truncate_is_wide(format_of(w), LLVMTypeOf(v));
}

bool operation_refuse(struct rewrite *w, LLVMValueRef inst, const char *what)
{
    return diag(w->all->diags, DIAG_TRUNCATE, inst, what);
}

void operation_replace(struct rewrite *w, LLVMValueRef inst, LLVMValueRef by)
{
    (void)w;
    LLVMReplaceAllUsesWith(inst, by);
    LLVMInstructionEraseFromParent(inst);
}

/* The flags of fast math, and the mark of an operation that is in its place. */
static LLVMValueRef like(LLVMValueRef inst, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v))
        return v;
    if (LLVMCanValueUseFastMathFlags(inst) && LLVMCanValueUseFastMathFlags(v))
        LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(inst));
    if (!in_place_lost(inst))
        in_place_mark_operation(v);
    return v;
}

static LLVMValueRef build(struct rewrite *w, LLVMValueRef inst, LLVMValueRef *x)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    return like(inst, op == LLVMFNeg ? LLVMBuildFNeg(w->b, x[0], "")
                                     : LLVMBuildBinOp(w->b, op, x[0], x[1], ""));
}

/* The runtime's name of an operation; NULL of one that is exact. */
static const char *runtime_name(LLVMOpcode op)
{
    switch (op) {
    case LLVMFAdd: return "fadd";
    case LLVMFSub: return "fsub";
    case LLVMFMul: return "fmul";
    case LLVMFDiv: return "fdiv";
    default: return NULL;
    }
}

static bool arithmetic(struct rewrite *w, LLVMValueRef inst)
{
    if (!is_wide(w, inst))
        return true;
    bool native = format_native(format_of(w), LLVMTypeOf(inst));
    const char *name = runtime_name(LLVMGetInstructionOpcode(inst));
    LLVMValueRef x[2] = {NULL, NULL};
    for (int k = 0; k < LLVMGetNumOperands(inst); k++) {
        LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)k);
        x[k] = native ? format_narrow(w, operand) : format_round(w, operand);
    }
    LLVMValueRef v = build(w, inst, x);
    if (native)
        v = format_widen(w, v);
    else if (name)
        v = runtime_apply(w, "binop", name, x, 2, v);
    operation_replace(w, inst, v);
    return true;
}

static bool comparison(struct rewrite *w, LLVMValueRef inst)
{
    if (!is_wide(w, LLVMGetOperand(inst, 0)))
        return true;
    LLVMValueRef v =
        LLVMBuildFCmp(w->b, LLVMGetFCmpPredicate(inst), format_round(w, LLVMGetOperand(inst, 0)),
                      format_round(w, LLVMGetOperand(inst, 1)), "");
    operation_replace(w, inst, like(inst, v));
    return true;
}

/* Behind inst: its value is rounded for all that uses it. */
void operation_round_result(struct rewrite *w, LLVMValueRef inst)
{
    LLVMValueRef next = LLVMGetNextInstruction(inst);
    LLVMPositionBuilderBefore(w->b, next);
    LLVMValueRef placeholder = LLVMBuildFreeze(w->b, LLVMGetUndef(LLVMTypeOf(inst)), "");
    LLVMReplaceAllUsesWith(inst, placeholder);
    operation_replace(w, placeholder, format_round(w, inst));
}

/* From a wide number, or to one. Integers go directly to the narrow format. */
static bool conversion(struct rewrite *w, LLVMValueRef inst)
{
    LLVMValueRef x = LLVMGetOperand(inst, 0);
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMTypeRef native = format_native(format_of(w), LLVMTypeOf(inst));
    if (is_wide(w, x))
        LLVMSetOperand(inst, 0, format_round(w, x));
    else if (is_wide(w, inst) && native && op != LLVMFPExt && op != LLVMFPTrunc)
        operation_replace(w, inst, format_widen(w, LLVMBuildCast(w->b, op, x, native, "")));
    else if (is_wide(w, inst))
        operation_round_result(w, inst);
    return true;
}

/* With `memory` numbers are rounded where they come from. */
static bool arrival(struct rewrite *w, LLVMValueRef inst)
{
    if (format_of(w)->memory && is_wide(w, inst))
        operation_round_result(w, inst);
    return true;
}

/* And where they go: operand k. */
static bool departure(struct rewrite *w, LLVMValueRef inst, unsigned k)
{
    if (format_of(w)->memory && LLVMGetNumOperands(inst) > (int)k &&
        is_wide(w, LLVMGetOperand(inst, k)))
        LLVMSetOperand(inst, k, format_round(w, LLVMGetOperand(inst, k)));
    return true;
}

static bool update(struct rewrite *w, LLVMValueRef inst)
{
    if (!is_wide(w, inst))
        return true;
    if (LLVMGetAtomicRMWBinOp(inst) != LLVMAtomicRMWBinOpXchg)
        return atomic_update(w, inst);
    return departure(w, inst, 1) && arrival(w, inst);
}

bool operation_rewrite(struct rewrite *w, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(w->b, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFNeg:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: return arithmetic(w, inst);
    case LLVMFCmp: return comparison(w, inst);
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPExt:
    case LLVMFPTrunc: return conversion(w, inst);
    case LLVMLoad:
    case LLVMVAArg:
    case LLVMExtractValue: return arrival(w, inst);
    case LLVMStore:
    case LLVMRet: return departure(w, inst, 0);
    case LLVMInsertValue: return departure(w, inst, 1);
    case LLVMAtomicRMW: return update(w, inst);
    case LLVMCall:
    case LLVMInvoke: return call_rewrite(w, inst);
    default: return true;
    }
}
