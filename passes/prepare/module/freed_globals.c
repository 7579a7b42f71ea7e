/* Pointers in globals to blocks that are freed become NULL.
 *
 * A derivative looks for the shadow of what a global points to (facts/heap_globals.h), so what is
 * there must not dangle. The value of a pointer to a freed block is indeterminate in C: no program
 * may use it. Where the program frees what it has just loaded from a variable, by its name or
 * through a parameter for which the variable is passed, NULL is stored there. */
#include "base/target.h"
#include "ir/code.h"
#include "prepare/module/module.h"
#include <string.h>

enum { BLOCKS_BACK = 4 };

/* A pointer at a constant offset in a variable of the program's own. */
static bool is_own_place(LLVMModuleRef m, LLVMValueRef address)
{
    int64_t at = 0;
    LLVMValueRef g = ezb_strip_const_offsets(m, address, &at, 1);
    if (!LLVMIsConstant(address) || !LLVMIsAGlobalVariable(g) || LLVMIsDeclaration(g) ||
        LLVMIsGlobalConstant(g))
        return false;
    return at >= 0 && (uint64_t)at + target_pointer_bytes(m) <=
                          LLVMABISizeOfType(LLVMGetModuleDataLayout(m), LLVMGlobalGetValueType(g));
}

/* A parameter, or at -O0 what is loaded from the variable that holds one; NULL for anything else.
 */
static LLVMValueRef parameter_behind(LLVMValueRef v)
{
    LLVMValueRef slot = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL, param = NULL;
    if (LLVMIsAArgument(v) || !slot || !LLVMIsAAllocaInst(slot))
        return LLVMIsAArgument(v);
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user))
            continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot || param ||
            !LLVMIsAArgument(LLVMGetOperand(user, 0)))
            return NULL;
        param = LLVMGetOperand(user, 0);
    }
    return param;
}

/* A pointer behind a parameter for which some call passes a variable of the program's own. */
static bool is_passed_place(LLVMModuleRef m, LLVMValueRef address)
{
    int64_t at = 0;
    LLVMValueRef param = parameter_behind(ezb_strip_const_offsets(m, address, &at, 1));
    if (!param)
        return false;
    LLVMValueRef fn = LLVMGetParamParent(param);
    unsigned n = 0;
    for (LLVMValueRef q = LLVMGetFirstParam(fn); q != param; q = LLVMGetNextParam(q))
        n++;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn &&
            n < LLVMGetNumArgOperands(user) && is_own_place(m, LLVMGetOperand(user, n)))
            return true;
    }
    return false;
}

/* Between the two nothing is written, on the only way from one to the other. */
static bool comes_straight(LLVMValueRef from, LLVMValueRef to)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(to);
    LLVMValueRef i = LLVMGetPreviousInstruction(to);
    for (unsigned back = 0; back < BLOCKS_BACK;) {
        if (i == from)
            return true;
        if (i && ezb_inst_writes(i))
            return false;
        if (i) {
            i = LLVMGetPreviousInstruction(i);
            continue;
        }
        block = code_single_predecessor(block);
        if (!block)
            return false;
        i = LLVMGetLastInstruction(block);
        back++;
    }
    return false;
}

/* The place that the freed pointer comes from and stays in, or NULL. */
static LLVMValueRef place_of_freed(struct prepare *p, LLVMValueRef call)
{
    if (!LLVMIsACallInst(call))
        return NULL;
    struct call_info c = rule_classify(p->cx, call);
    LLVMValueRef load = c.cls == CALL_FREE ? LLVMGetOperand(call, c.freed) : NULL;
    if (!load || !LLVMIsALoadInst(load) || LLVMGetVolatile(load) ||
        LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
        return NULL;
    LLVMValueRef place = LLVMGetOperand(load, 0);
    bool known = is_own_place(p->module, place) || is_passed_place(p->module, place);
    return known && comes_straight(load, call) ? place : NULL;
}

/* In front of the call: the place may be in the block. It is left alone if NULL is there: it need
 * not be writable. */
static void store_null(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef place,
                       LLVMValueRef freed)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMBasicBlockRef head = LLVMGetInstructionParent(call),
                      rest = ezb_split_block_before(call, "");
    LLVMBasicBlockRef then = LLVMInsertBasicBlockInContext(c, rest, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
    LLVMPositionBuilderAtEnd(b, head);
    LLVMBuildCondBr(b, LLVMBuildIsNull(b, freed, ""), rest, then);
    LLVMPositionBuilderAtEnd(b, then);
    ezb_set_debug_loc(LLVMBuildStore(b, LLVMConstNull(LLVMTypeOf(freed)), place), call);
    LLVMBuildBr(b, rest);
    LLVMAttributeRef note =
        LLVMCreateStringAttribute(c, RULE_CLEARED_NOTE, (unsigned)strlen(RULE_CLEARED_NOTE), "", 0);
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note);
}

static unsigned clear_freed(struct prepare *p, LLVMBuilderRef b, LLVMValueRef fn)
{
    VEC(LLVMValueRef) calls = {0};
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (place_of_freed(p, i))
                VEC_PUSH(p->arena, &calls, i);
    for (unsigned k = 0; k < calls.count; k++) {
        LLVMValueRef place = place_of_freed(p, calls.items[k]);
        store_null(p, b, calls.items[k], place,
                   LLVMGetOperand(calls.items[k], rule_classify(p->cx, calls.items[k]).freed));
    }
    if (calls.count)
        ezb_invalidate(p->cx, fn);
    return calls.count;
}

unsigned prepare_freed_globals(struct prepare *p)
{
    unsigned changes = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(p->module); fn; fn = LLVMGetNextFunction(fn))
        changes += clear_freed(p, b, fn);
    LLVMDisposeBuilder(b);
    return changes;
}
