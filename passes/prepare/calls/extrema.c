/* Minima and maxima as choices: the reverse sweep then needs one bit, which operand it was, and
 * neither of the two.
 *
 * The condition is that of the rule (rules/math.def), so that the derivative at a tie is the same.
 * Signs of zeros, which the functions leave open, may be others. */
#include "prepare/calls/calls.h"
#include <string.h>

/* fmin(x, y) is x if x < y or y is no number; fmax(x, y) is y if x < y or x is no number. */
struct extremum {
    const char *name;
    unsigned nan;    /* the operand that must not be taken if it is no number */
    unsigned chosen; /* the one that is taken then */
};

static const struct extremum extrema[] = {{"llvm.minnum", 1, 0}, {"llvm.maxnum", 0, 1}};

static const struct extremum *find(LLVMValueRef inst)
{
    unsigned id = LLVMIsAIntrinsicInst(inst) ? LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) : 0;
    size_t n;
    const char *name = id ? LLVMIntrinsicGetName(id, &n) : "";
    for (size_t i = 0; i < sizeof extrema / sizeof *extrema; i++)
        if (!strcmp(extrema[i].name, name))
            return &extrema[i];
    return NULL;
}

static LLVMValueRef choice(LLVMBuilderRef b, LLVMValueRef call, const struct extremum *e)
{
    LLVMValueRef x[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
    LLVMValueRef less = LLVMBuildFCmp(b, LLVMRealOLT, x[0], x[1], ""),
                 nan = LLVMBuildFCmp(b, LLVMRealUNO, x[e->nan], x[e->nan], "");
    return LLVMBuildSelect(b, LLVMBuildOr(b, less, nan, ""), x[e->chosen], x[!e->chosen], "");
}

unsigned prepare_extrema(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (p->ties != RULE_TIES_LT || p->mode != RULE_REVERSE)
        return 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            const struct extremum *e = find(i);
            next = LLVMGetNextInstruction(i);
            if (!e || LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind)
                continue;
            LLVMPositionBuilderBefore(b, i);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
            LLVMReplaceAllUsesWith(i, choice(b, i, e));
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
