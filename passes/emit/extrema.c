/* See extrema.h. */
#include "emit/extrema.h"
#include <stdbool.h>
#include <string.h>

/* less < more, or `nan` is no number; or neither. */
struct condition {
    LLVMValueRef less, more, nan;
    bool negated;
};

static LLVMRealPredicate predicate(LLVMValueRef v)
{
    return LLVMIsAFCmpInst(v) ? LLVMGetFCmpPredicate(v) : LLVMRealPredicateFalse;
}

static LLVMRealPredicate negated(LLVMRealPredicate p)
{
    switch (p) {
    case LLVMRealUGE: return LLVMRealOLT;
    case LLVMRealULE: return LLVMRealOGT;
    case LLVMRealORD: return LLVMRealUNO;
    default: return LLVMRealPredicateFalse;
    }
}

static bool add(struct condition *c, LLVMValueRef v)
{
    LLVMRealPredicate p = c->negated ? negated(predicate(v)) : predicate(v);
    LLVMValueRef x = p ? LLVMGetOperand(v, 0) : NULL, y = p ? LLVMGetOperand(v, 1) : NULL;
    if (p == LLVMRealOLT)
        c->less = x, c->more = y;
    else if (p == LLVMRealOGT)
        c->less = y, c->more = x;
    else if (p == LLVMRealUNO && (x == y || LLVMIsAConstantFP(y)))
        c->nan = x;
    return p != LLVMRealPredicateFalse;
}

static bool read(LLVMValueRef v, struct condition *c)
{
    LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : 0;
    c->negated = op == LLVMAnd;
    return (op == LLVMOr || op == LLVMAnd) && add(c, LLVMGetOperand(v, 0)) &&
           add(c, LLVMGetOperand(v, 1)) && c->less && c->nan;
}

/* The intrinsic that a choice is; NULL: none. */
static const char *name_of(LLVMValueRef select)
{
    struct condition c = {0};
    if (!LLVMIsASelectInst(select) || !read(LLVMGetOperand(select, 0), &c))
        return NULL;
    LLVMValueRef then = LLVMGetOperand(select, c.negated ? 2 : 1),
                 other = LLVMGetOperand(select, c.negated ? 1 : 2);
    if (then == c.less && other == c.more && c.nan == c.more)
        return "llvm.minnum";
    return then == c.more && other == c.less && c.nan == c.less ? "llvm.maxnum" : NULL;
}

static void restore(LLVMBuilderRef b, LLVMValueRef select, const char *name)
{
    LLVMTypeRef t = LLVMTypeOf(select);
    LLVMModuleRef m =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(select)));
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m, id, &t, 1),
                 x[] = {LLVMGetOperand(select, 1), LLVMGetOperand(select, 2)};
    LLVMPositionBuilderBefore(b, select);
    LLVMReplaceAllUsesWith(select, LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, x, 2, ""));
    LLVMInstructionEraseFromParent(select);
}

void extrema_restore(LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            const char *name = name_of(i);
            if (name)
                restore(b, i, name);
        }
    LLVMDisposeBuilder(b);
}
