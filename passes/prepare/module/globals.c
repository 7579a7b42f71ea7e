/* Globals that the program never writes are constants.
 *
 * Libraries keep tables of functions behind plain pointers (`const struct method *method_a = &a;`),
 * which C cannot declare constant for another translation unit. The link sees all writes: where
 * there are none, loads fold to the initial value, and calls through it become direct. Only globals
 * that nothing outside the module can name are judged; an address that goes anywhere but into loads
 * and comparisons counts as a write. */
#include "prepare/module/module.h"

static bool is_constant_access(LLVMValueRef user, unsigned operand)
{
    if (LLVMIsALoadInst(user))
        return !LLVMGetVolatile(user) && LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
    return LLVMIsAICmpInst(user) || (LLVMIsAMemCpyInst(user) && operand == 1) ||
           (LLVMIsAMemMoveInst(user) && operand == 1);
}

static bool only_read(LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) && is_constant_access(user, ezb_use_operand_no(u)))
            continue;
        bool moves =
            LLVMIsAConstantExpr(user) || LLVMIsAGetElementPtrInst(user) || LLVMIsASelectInst(user);
        if (!moves || !only_read(user))
            return false;
    }
    return true;
}

unsigned prepare_constant_globals(struct prepare *p)
{
    unsigned found = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g)) {
        LLVMLinkage linkage = LLVMGetLinkage(g);
        bool own = (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) &&
                   !LLVMIsThreadLocal(g);
        if (!own || LLVMIsGlobalConstant(g) || LLVMIsDeclaration(g) ||
            LLVMIsExternallyInitialized(g) || !only_read(g))
            continue;
        LLVMSetGlobalConstant(g, 1);
        found++;
    }
    return found;
}
