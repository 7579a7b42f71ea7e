/* What is loaded from one of several constant tables is one of several constants.
 *
 * An object of one of two classes has one of two tables of virtual functions, phi [table A], [table
 * B], once value numbering knows what was stored. Loads of the phi become phis of loads, and
 * comparisons with functions that are in neither table are false: their bodies, which take the
 * bytes of the object for something else, go. */
#include "base/limits.h"
#include "prepare/calls/calls.h"

static bool is_table(LLVMValueRef address)
{
    LLVMValueRef g =
        LLVMIsAConstant(address) ? ezb_underlying_object(address, ADDRESS_STEPS) : NULL;
    return g && LLVMIsAGlobalVariable(g) && LLVMIsGlobalConstant(g) && !LLVMIsDeclaration(g);
}

/* base, or base plus a constant. */
static LLVMValueRef base_of(LLVMValueRef address)
{
    bool moved = LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2 &&
                 LLVMIsAConstantInt(LLVMGetOperand(address, 1));
    return moved ? LLVMGetOperand(address, 0) : address;
}

static bool is_plain_load(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind &&
           !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

/* The choice of tables that this is loaded from; else NULL. */
static LLVMValueRef choice_of(LLVMValueRef load)
{
    LLVMValueRef phi = base_of(LLVMGetOperand(load, 0));
    if (!LLVMIsAPHINode(phi))
        return NULL;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++)
        if (!is_table(LLVMGetIncomingValue(phi, i)))
            return NULL;
    return phi;
}

static LLVMValueRef load_of(LLVMBuilderRef b, LLVMValueRef load, LLVMValueRef table)
{
    LLVMValueRef address = LLVMGetOperand(load, 0), at = NULL;
    if (LLVMIsAGetElementPtrInst(address))
        at = LLVMGetOperand(address, 1),
        table = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(address), table, &at, 1, "");
    LLVMValueRef one = LLVMBuildLoad2(b, LLVMTypeOf(load), table, "");
    LLVMSetAlignment(one, LLVMGetAlignment(load));
    return one;
}

static void load_before(LLVMBuilderRef b, LLVMValueRef load, LLVMValueRef choice)
{
    LLVMPositionBuilderBefore(b, choice);
    LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(load), "");
    for (unsigned i = 0, n = LLVMCountIncoming(choice); i < n; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(choice, i);
        LLVMValueRef one = NULL; /* the same for several edges from one block */
        for (unsigned k = 0; k < i && !one; k++)
            one = LLVMGetIncomingBlock(choice, k) == from ? LLVMGetIncomingValue(phi, k) : NULL;
        LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
        one = one ? one : load_of(b, load, LLVMGetIncomingValue(choice, i));
        LLVMAddIncoming(phi, &one, &from, 1);
    }
    LLVMReplaceAllUsesWith(load, phi);
    LLVMInstructionEraseFromParent(load);
}

static unsigned move_loads(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef choice = is_plain_load(i) ? choice_of(i) : NULL;
            if (!choice)
                continue;
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
            load_before(b, i, choice);
            changes++;
        }
    LLVMDisposeBuilder(b);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* All of the phi are functions, and this is none of them. That two functions might be merged by the
 * linker, which LLVM heeds, makes no difference: then they do the same. */
static bool is_none_of(LLVMValueRef phi, LLVMValueRef fn)
{
    if (!LLVMIsAPHINode(phi) || !LLVMIsAFunction(fn))
        return false;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++)
        if (!LLVMIsAFunction(LLVMGetIncomingValue(phi, i)) || LLVMGetIncomingValue(phi, i) == fn)
            return false;
    return true;
}

static void compare_functions(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            LLVMIntPredicate how = LLVMIsAICmpInst(i) ? LLVMGetICmpPredicate(i) : LLVMIntSLT;
            if ((how == LLVMIntEQ || how == LLVMIntNE) &&
                is_none_of(LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)))
                LLVMReplaceAllUsesWith(i, LLVMConstInt(LLVMTypeOf(i), how == LLVMIntNE, 0));
        }
}

unsigned prepare_table_loads(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = move_loads(p, fn);
    if (!changes)
        return 0;
    prepare_run(p, fn, "instcombine<no-verify-fixpoint>"); /* what constant tables hold */
    compare_functions(fn);
    ezb_invalidate(p->cx, fn);
    return changes;
}
