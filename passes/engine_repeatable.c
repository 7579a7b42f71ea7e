/* Whether a function may be called once more: what it stores to is its own, and so is what those
 * store to that it calls. That is looked at in copies, whose variables are registers, and which are
 * deleted again. */
#include "engine_repeatable.h"
#include "base/map.h"
#include "rules/rules.h"
#include <stdlib.h>
#include <string.h>

struct search {
    EzbCtx *cx;
    struct map visited; /* functions that are being looked at, or are repeatable */
};

static bool has_attribute(LLVMValueRef fn, unsigned index, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(fn, index,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* The memory is a variable or a block of the function, or that of its result. */
static bool is_own(const struct search *s, LLVMValueRef address)
{
    enum { LOOKUP = 32 };
    LLVMValueRef base = ezb_underlying_object(address, LOOKUP);
    if (LLVMIsAArgument(base))
        return base == LLVMGetFirstParam(LLVMGetParamParent(base)) &&
               has_attribute(LLVMGetParamParent(base), 1, "sret");
    return LLVMIsAAllocaInst(base) ||
           (LLVMIsACallInst(base) && rule_classify(s->cx, base).cls == CALL_ALLOC);
}

/* A function of the library computes, and stores at most to what the caller owns. */
static bool gives_own_memory(const struct search *s, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && !is_own(s, v))
            return false;
    }
    return true;
}

static bool search_function(struct search *s, LLVMValueRef fn);

static bool call_repeats(struct search *s, LLVMValueRef call)
{
    struct call_info c = rule_classify(s->cx, call);
    switch (c.cls) {
    case CALL_NONE:
    case CALL_NOP:
    case CALL_POINTER:
    case CALL_STACKSAVE:
    case CALL_STACKRESTORE:
    case CALL_ALLOC: return true;
    case CALL_FREE: return is_own(s, LLVMGetOperand(call, c.freed));
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
    case CALL_MEMSET: return is_own(s, LLVMGetOperand(call, 0));
    case CALL_RULE: return gives_own_memory(s, call);
    case CALL_DEFINED:
    case CALL_CUSTOM: return search_function(s, c.callee);
    default: return false;
    }
}

static bool instruction_repeats(struct search *s, LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMStore: return !LLVMGetVolatile(i) && is_own(s, LLVMGetOperand(i, 1));
    case LLVMLoad: return !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
    case LLVMCall: return call_repeats(s, i);
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg: return false;
    default: return true;
    }
}

static bool body_repeats(struct search *s, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!instruction_repeats(s, i))
                return false;
    return true;
}

static bool search_function(struct search *s, LLVMValueRef fn)
{
    static const char pipeline[] = "sroa<modify-cfg>,early-cse,simplifycfg";
    char *error = NULL;
    if (LLVMIsDeclaration(fn) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)))
        return false;
    if (map_get(&s->visited, fn))
        return true; /* a recursive call changes what the first one does */
    map_put(&s->visited, fn, fn);
    LLVMValueRef copy = ezb_clone_function(s->cx, fn, "enz.repeatable");
    LLVMRemoveEnumAttributeAtIndex(copy, LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName("optnone", strlen("optnone")));
    bool ok = !ezb_run_function_passes(s->cx, copy, pipeline, &error) && body_repeats(s, copy);
    free(error);
    ezb_forget_function(s->cx, copy);
    LLVMDeleteFunction(copy);
    return ok;
}

bool engine_repeatable(EzbCtx *cx, struct arena *a, LLVMValueRef fn)
{
    struct search s = {.cx = cx};
    map_init(&s.visited, a);
    return search_function(&s, fn);
}
