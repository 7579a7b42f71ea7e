/* Places in the source, for messages of the runtime.
 *
 * Bodies of the bundle ask by enz_rt_do_place where the call is that they stand for: what is
 * inlined from functions that have no places themselves has that of the call. In the body itself,
 * which waits for being inlined, the question stays. */
#include "base/target.h"
#include "ir/text.h"
#include "prepare/calls/calls.h"
#include <string.h>

LLVMValueRef prepare_place(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    const char *file = "unknown place";
    unsigned line = 0, col = 0;
    ezb_debug_loc(inst, &file, &line, &col);
    return LLVMBuildGlobalStringPtr(b, arena_printf(p->arena, "%s:%u:%u", file, line, col), "");
}

static bool asks_for_place(LLVMValueRef inst)
{
    LLVMValueRef fn = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return fn && LLVMIsAFunction(fn) && !strcmp(LLVMGetValueName(fn), "enz_rt_do_place");
}

static bool is_always_inline(LLVMValueRef fn)
{
    static const char name[] = "alwaysinline";
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(name, sizeof name - 1)) !=
           NULL;
}

unsigned prepare_places(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (is_always_inline(fn))
        return 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!asks_for_place(i))
                continue;
            LLVMPositionBuilderBefore(b, i);
            LLVMReplaceAllUsesWith(i, prepare_place(p, b, i));
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
