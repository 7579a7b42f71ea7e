/* Which globals keep the addresses of their initial values: a workspace, say, that has a pointer to
 * a buffer beside what is counted. An address of the global that goes anywhere but into loads,
 * comparisons and stores at known offsets may be used to change everything. */
#include "facts/initial.h"
#include <llvm-c/Target.h>
#include <string.h>

/* Some of the bytes from `begin` to `end`, counted from where a t begins, are of a pointer. */
static bool has_pointer(LLVMTargetDataRef layout, LLVMTypeRef t, int64_t begin, int64_t end)
{
    int64_t size = (int64_t)LLVMABISizeOfType(layout, t);
    if (end <= 0 || begin >= size)
        return false;
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n; i++) {
            int64_t at = (int64_t)LLVMOffsetOfElement(layout, t, i);
            if (has_pointer(layout, LLVMStructGetTypeAtIndex(t, i), begin - at, end - at))
                return true;
        }
        return false;
    }
    if (LLVMGetTypeKind(t) != LLVMArrayTypeKind)
        return LLVMGetTypeKind(t) == LLVMPointerTypeKind ||
               LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    LLVMTypeRef element = LLVMGetElementType(t);
    int64_t each = (int64_t)LLVMABISizeOfType(layout, element);
    if (end - begin > each)
        return has_pointer(layout, element, 0, each);
    for (int64_t at = begin > 0 ? begin / each * each : 0; at < end && at < size; at += each)
        if (has_pointer(layout, element, begin - at, end - at))
            return true;
    return false;
}

static bool changes_pointer(LLVMModuleRef m, LLVMValueRef global, LLVMValueRef store)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
    int64_t at, size = (int64_t)LLVMStoreSizeOfType(layout, LLVMTypeOf(LLVMGetOperand(store, 0)));
    return ezb_strip_const_offsets(m, LLVMGetOperand(store, 1), &at, 1) != global ||
           has_pointer(layout, LLVMGlobalGetValueType(global), at, at + size);
}

static bool is_address_in(LLVMValueRef user)
{
    return LLVMIsAGetElementPtrInst(user) ||
           (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
}

/* What a computed address is the address of, by its type. */
static LLVMTypeRef indexed_type(LLVMValueRef gep)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 2, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++)
        t = LLVMGetTypeKind(t) == LLVMStructTypeKind
                ? LLVMStructGetTypeAtIndex(
                      t, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i)))
                : LLVMGetElementType(t);
    return t;
}

/* From here on it is the address of a member without pointers, of whichever element. */
static bool enters_member(LLVMModuleRef m, LLVMValueRef gep)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
    return has_pointer(layout, LLVMGetGEPSourceElementType(gep), 0, INT64_MAX) &&
           !has_pointer(layout, indexed_type(gep), 0, INT64_MAX);
}

/* Generated code does what the program's does, and compares. */
static bool is_generated(LLVMValueRef user)
{
    if (LLVMIsAInstruction(user)) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
        return !block || !strncmp(LLVMGetValueName(LLVMGetBasicBlockParent(block)), "enz.", 4);
    }
    if (!LLVMIsAConstantExpr(user))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(user); u; u = LLVMGetNextUse(u))
        if (!is_generated(LLVMGetUser(u)))
            return false;
    return true; /* of nobody, too: what is not used any more stays in the context */
}

/* `member`: the address is in a member without pointers, and stays there. */
static bool stays(LLVMModuleRef m, LLVMValueRef global, LLVMValueRef address, bool member)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned operand = ezb_use_operand_no(u);
        bool reads = LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
                     ((LLVMIsAMemCpyInst(user) || LLVMIsAMemMoveInst(user)) && operand == 1);
        if (reads || is_generated(user) ||
            (is_address_in(user) && operand == 0 &&
             stays(m, global, user, member || enters_member(m, user))))
            continue;
        if (!LLVMIsAStoreInst(user) || operand != 1 ||
            (!member && changes_pointer(m, global, user)))
            return false;
    }
    return true;
}

bool initial_addresses_stay(LLVMModuleRef m, LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) &&
           !LLVMIsDeclaration(global) && !LLVMIsExternallyInitialized(global) &&
           stays(m, global, global, false);
}
