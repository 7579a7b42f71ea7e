/* Parameters that get the same integer from every call in the program: sizes, mostly. What they are
 * is known to the link only, and a loop whose trip count is a constant is cheaper to reverse.
 *
 * Calls of the original count. A clone is called by clones of its callers and by what is generated
 * for them, with the same arguments; a function whose address is taken, by a derivative call say,
 * may be called by others, and so may a derivative, by derivatives that are still to be made. */
#include "base/team.h"
#include "prepare/calls/calls.h"
#include <string.h>

/* One more argument for a parameter whose calls gave `known` so far; NULL if they differ. */
static bool joins(LLVMValueRef argument, LLVMValueRef parameter, LLVMValueRef *known)
{
    if (argument == parameter) /* a recursive call that hands it on */
        return true;
    if (!LLVMIsAConstantInt(argument) || (*known && *known != argument))
        return false;
    *known = argument;
    return true;
}

static bool is_call_of(LLVMUseRef use, LLVMValueRef fn)
{
    LLVMValueRef call = LLVMGetUser(use);
    if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) || LLVMGetCalledValue(call) != fn ||
        LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn))
        return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (LLVMGetOperand(call, k) == fn)
            return false;
    return true;
}

/* The integer that parameter k of a function always has; NULL if it is not known. */
static LLVMValueRef always(LLVMValueRef fn, unsigned k)
{
    LLVMValueRef known = NULL, parameter = LLVMGetParam(fn, k);
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (!is_call_of(u, fn) || !joins(LLVMGetOperand(LLVMGetUser(u), k), parameter, &known))
            return NULL;
    return known;
}

static bool is_local(LLVMValueRef fn)
{
    LLVMLinkage l = LLVMGetLinkage(fn);
    return l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

/* What starts a team, or a thread, has the one call that it was made for. */
static bool is_derivative(LLVMValueRef fn)
{
    static const char prefix[] = "enz.";
    return !strncmp(LLVMGetValueName(fn), prefix, sizeof prefix - 1) && !team_is_fork(fn);
}

unsigned prepare_constant_arguments(struct prepare *p, LLVMValueRef fn)
{
    LLVMValueRef original = map_get(&p->originals, fn);
    unsigned changes = 0;
    if (!original || !is_local(original) || is_derivative(original))
        return 0;
    for (unsigned k = 0; k < LLVMCountParams(original); k++) {
        LLVMValueRef parameter = LLVMGetParam(fn, k), value;
        if (LLVMGetTypeKind(LLVMTypeOf(parameter)) != LLVMIntegerTypeKind ||
            !(value = always(original, k)))
            continue;
        LLVMReplaceAllUsesWith(parameter, value);
        changes++;
    }
    return changes;
}
