/* Pointers that the program keeps in globals: what can they lead to?
 *
 * A global is judged by all stores into it, in the user's own functions as well as in prepared
 * ones. Only globals whose address goes nowhere but into loads, stores and comparisons are judged;
 * everything else may hold any pointer. */
#include "facts/outside.h"
#include "base/limits.h"

LIMIT(DEPTH_MAX, 4);

static bool initializer_is_harmless(LLVMValueRef init, unsigned depth);

/* Null, a function, or an address in a constant that leads to nothing else itself. */
static bool is_harmless(LLVMValueRef pointer, unsigned depth)
{
    if (LLVMIsAConstantPointerNull(pointer) || LLVMIsUndef(pointer))
        return true;
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    if (LLVMIsAFunction(base) || LLVMIsAConstantPointerNull(base))
        return true;
    if (depth == DEPTH_MAX)
        return false;
    if (LLVMIsAGlobalVariable(base))
        return LLVMIsGlobalConstant(base) && !LLVMIsDeclaration(base) &&
               initializer_is_harmless(LLVMGetInitializer(base), depth + 1);
    if (LLVMIsASelectInst(base))
        return is_harmless(LLVMGetOperand(base, 1), depth + 1) &&
               is_harmless(LLVMGetOperand(base, 2), depth + 1);
    if (!LLVMIsALoadInst(base))
        return false;
    LLVMValueRef from = ezb_underlying_object(LLVMGetOperand(base, 0), ADDRESS_STEPS);
    return LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from) && !LLVMIsDeclaration(from) &&
           initializer_is_harmless(LLVMGetInitializer(from), depth + 1);
}

static bool initializer_is_harmless(LLVMValueRef init, unsigned depth)
{
    if (LLVMGetTypeKind(LLVMTypeOf(init)) == LLVMPointerTypeKind)
        return is_harmless(init, depth);
    if (!LLVMIsAConstantStruct(init) && !LLVMIsAConstantArray(init))
        return true;
    for (int i = 0, n = LLVMGetNumOperands(init); i < n; i++)
        if (!initializer_is_harmless(LLVMGetOperand(init, (unsigned)i), depth))
            return false;
    return true;
}

/* What is stored at the address: numbers, or pointers that are harmless. Integers might be
 * addresses in disguise. */
static bool stores_are_harmless(LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool inst = LLVMIsAInstruction(user) != NULL;
        if (inst && (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)))
            continue;
        if (LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user)) {
            if (!stores_are_harmless(user))
                return false;
            continue;
        }
        if (!inst || !LLVMIsAStoreInst(user) || ezb_use_operand_no(u) != 1)
            return false;
        LLVMValueRef value = LLVMGetOperand(user, 0);
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
        bool address_like = kind == LLVMIntegerTypeKind &&
                            LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 64 &&
                            !LLVMIsAConstantInt(value);
        bool number =
            kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMIntegerTypeKind;
        if (address_like || (!number && (kind != LLVMPointerTypeKind || !is_harmless(value, 0))))
            return false;
    }
    return true;
}

bool outside_holds_constants(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) &&
           !LLVMIsDeclaration(global) && initializer_is_harmless(LLVMGetInitializer(global), 0) &&
           stores_are_harmless(global);
}
