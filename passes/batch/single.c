/* The function for one lane in a form that can be widened: what it calls is in it where that is
 * small, variables are in registers, and short branches are choices. */
#include "batch/single.h"
#include "base/limits.h"
#include "ir/in_place.h"
#include "rules/rules.h"
#include <stdlib.h>
#include <string.h>

#define SIMPLIFY                                                                                   \
    "sroa<modify-cfg>,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,simplifycfg,early-cse"

/* Instructions of a callee, and of what becomes of the function. */
LIMIT(CALLEE_SIZE, 400);
LIMIT(SINGLE_SIZE, 4000);

static void drop_attributes(LLVMValueRef fn)
{
    static const char *const names[] = {"optnone", "noinline", "optsize", "minsize"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
}

static unsigned size_of(LLVMValueRef fn)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            n++;
    return n;
}

static bool is_noted(LLVMValueRef fn)
{
    static const char *const notes[] = {"enzyme_inactive", "enzyme_math", "enzyme_allocator",
                                        "enzyme_deallocator", "enzyme_shouldrecompute"};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                          notes[i], (unsigned)strlen(notes[i])))
            return true;
    return rule_is_library_function(fn) || rule_is_custom(fn, RULE_REVERSE) ||
           rule_is_custom(fn, RULE_FORWARD) || rule_is_custom(fn, RULE_SPLIT);
}

/* The body says all that there is to say of a call. */
static bool is_open(LLVMValueRef call, LLVMValueRef single)
{
    if (!LLVMIsACallInst(call))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && callee != single && !LLVMIsDeclaration(callee) &&
           !is_noted(callee) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) &&
           size_of(callee) <= CALLEE_SIZE;
}

static LLVMValueRef find_open(EzbCtx *cx, LLVMValueRef single)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(single); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_open(i, single) && rule_classify(cx, i).cls == CALL_DEFINED)
                return i;
    return NULL;
}

static void open_calls(EzbCtx *cx, LLVMValueRef single)
{
    LLVMValueRef call;
    while (size_of(single) <= SINGLE_SIZE && (call = find_open(cx, single)))
        if (ezb_inline_call(cx, call))
            return;
}

void batch_single_drop(EzbCtx *cx, LLVMValueRef single)
{
    ezb_forget_function(cx, single);
    LLVMDeleteFunction(single);
}

LLVMValueRef batch_single(EzbCtx *cx, LLVMValueRef fn)
{
    char *error = NULL;
    static const char strict[] = "strictfp";
    unsigned strictfp = LLVMGetEnumAttributeKindForName(strict, sizeof strict - 1);
    if (is_noted(fn) ||
        LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, strictfp))
        return NULL;
    LLVMValueRef single = ezb_clone_function(cx, fn, "enz.single");
    drop_attributes(single);
    in_place_mark(single);
    open_calls(cx, single);
    ezb_remove_unreachable_blocks(cx, single);
    ezb_invalidate(cx, single);
    if (!ezb_run_function_passes(cx, single, SIMPLIFY, &error)) {
        ezb_remove_unreachable_blocks(cx, single);
        return single;
    }
    free(error);
    batch_single_drop(cx, single);
    return NULL;
}
