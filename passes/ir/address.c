/* Functions whose address the program takes: what a call through a pointer can run. */
#include "ir/address.h"
#include <string.h>

static bool is_derivative_call(LLVMValueRef call)
{
    size_t n;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && strstr(LLVMGetValueName2(callee, &n), "__enzyme_");
}

/* A use as data: neither as the callee nor as the function operand of a derivative call, which is
 * behind a result buffer. */
static bool use_takes_address(LLVMUseRef u)
{
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
        return true;
    unsigned operand = ezb_use_operand_no(u);
    if (operand >= LLVMGetNumArgOperands(user))
        return false;
    unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
    return operand != (LLVMGetCallSiteEnumAttribute(user, 1, sret) ? 1 : 0) ||
           !is_derivative_call(user);
}

bool address_taken(LLVMValueRef fn)
{
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (use_takes_address(u))
            return true;
    return false;
}
