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

/* The comparison and the test for no number that a condition is made of: their conjunction or their
 * disjunction. */
static bool is_made_of(LLVMValueRef condition, LLVMValueRef *less, LLVMValueRef *nan)
{
    LLVMOpcode op = LLVMIsAInstruction(condition) ? LLVMGetInstructionOpcode(condition) : 0;
    for (unsigned k = 0; k < 2 && (op == LLVMOr || op == LLVMAnd); k++) {
        *less = LLVMGetOperand(condition, k), *nan = LLVMGetOperand(condition, !k);
        if (LLVMIsAFCmpInst(*less) && LLVMIsAFCmpInst(*nan) &&
            LLVMGetFCmpPredicate(*nan) == (op == LLVMOr ? LLVMRealUNO : LLVMRealORD))
            return true;
    }
    return false;
}

/* The choice is that of `choice`, or that with all negated: which one, or NULL. */
static const struct extremum *find_choice(LLVMValueRef select)
{
    LLVMValueRef less, nan, kept = LLVMGetOperand(select, 1), other = LLVMGetOperand(select, 2);
    if (!is_made_of(LLVMGetOperand(select, 0), &less, &nan))
        return NULL;
    LLVMRealPredicate p = LLVMGetFCmpPredicate(less);
    bool negated = p == LLVMRealUGE || p == LLVMRealULE,
         greater = p == LLVMRealOGT || p == LLVMRealULE;
    if ((!negated && p != LLVMRealOLT && p != LLVMRealOGT) ||
        (LLVMGetFCmpPredicate(nan) == LLVMRealORD) != negated)
        return NULL;
    LLVMValueRef taken = negated ? other : kept, left = negated ? kept : other,
                 a = LLVMGetOperand(less, greater), b = LLVMGetOperand(less, !greater);
    if (LLVMGetOperand(nan, 0) != left || !((a == taken && b == left) || (b == taken && a == left)))
        return NULL;
    return &extrema[a != taken];
}

LLVMValueRef prepare_extremum(LLVMBuilderRef b, LLVMValueRef select)
{
    const struct extremum *e = find_choice(select);
    if (!e)
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(select);
    LLVMModuleRef m =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(select)));
    unsigned id = LLVMLookupIntrinsicID(e->name, strlen(e->name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m, id, &t, 1),
                 operands[] = {LLVMGetOperand(select, 1), LLVMGetOperand(select, 2)};
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, operands, 2, "");
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
