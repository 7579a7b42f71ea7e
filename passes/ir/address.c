/* Functions whose address the program takes: what a call through a pointer can run. */
#include "ir/address.h"
#include "base/limits.h"
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

/* ---- calls through pointers that nobody sets ---- */

/* Memory of the program's: a variable that another program defines may be set there. */
static bool is_loaded_from_program(LLVMValueRef v)
{
    if (!LLVMIsALoadInst(v))
        return false;
    LLVMValueRef holder = ezb_underlying_object(LLVMGetOperand(v, 0), ADDRESS_STEPS);
    return !LLVMIsAGlobalVariable(holder) || !LLVMIsDeclaration(holder);
}

/* Values that a value may be: operands of a phi, select or freeze, in `from` to `to` - 1; none for
 * a value of its own. */
static bool is_choice(LLVMValueRef v, unsigned *from, unsigned *to)
{
    *from = LLVMIsASelectInst(v) != NULL;
    *to = (unsigned)LLVMGetNumOperands(v);
    return LLVMIsAPHINode(v) || LLVMIsASelectInst(v) || LLVMIsAFreezeInst(v);
}

LIMIT(MAX_CHOICES, 64);
struct choices {
    LLVMValueRef items[MAX_CHOICES];
    unsigned count;
};

/* False if there is no room left. */
static bool add_choice(struct choices *c, LLVMValueRef v)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->items[i] == v)
            return true;
    if (c->count == MAX_CHOICES)
        return false;
    c->items[c->count++] = v;
    return true;
}

bool address_never_set(LLVMValueRef call)
{
    struct choices all = {.items = {LLVMGetCalledValue(call)}, .count = 1};
    bool loaded = false;
    for (unsigned i = 0, from, to; i < all.count; i++) {
        LLVMValueRef v = all.items[i];
        if (is_choice(v, &from, &to)) {
            for (unsigned k = from; k < to; k++)
                if (!add_choice(&all, LLVMGetOperand(v, k)))
                    return false;
        } else if (is_loaded_from_program(v))
            loaded = true;
        else if (!LLVMIsNull(v) && !LLVMIsUndef(v))
            return false;
    }
    return loaded;
}
