/* A derivative call whose function is only known to be one of several: one call per function,
 * behind comparisons.
 *
 *     r = call(p, ...)   becomes   if (p == f) r1 = call(f, ...) else if (p == g) r2 = call(g, ...)
 * else r3 = call(h,
 * ...) */
#include "request/read.h"
#include "llvm-c/DebugInfo.h"

static LLVMValueRef clone_call(struct reader *r, LLVMValueRef call, unsigned operand,
                               LLVMValueRef fn)
{
    LLVMValueRef copy = LLVMInstructionClone(call);
    LLVMInsertIntoBuilder(r->builder, copy);
    LLVMSetOperand(copy, operand, fn);
    return copy;
}

/* The chain of comparisons, ending the block `head`; blocks[i] receives control for functions[i].
 */
static void build_comparisons(struct reader *r, LLVMBasicBlockRef head, LLVMValueRef selector,
                              const struct value_list *functions, LLVMBasicBlockRef *blocks)
{
    LLVMBasicBlockRef at = head;
    for (unsigned i = 0; i + 2 < functions->count; i++) {
        LLVMBasicBlockRef next = LLVMInsertBasicBlockInContext(r->context, blocks[0], "enz.select");
        LLVMPositionBuilderAtEnd(r->builder, at);
        LLVMValueRef same = LLVMBuildICmp(r->builder, LLVMIntEQ, selector, functions->items[i], "");
        LLVMBuildCondBr(r->builder, same, blocks[i], next);
        at = next;
    }
    unsigned last = functions->count - 1;
    LLVMPositionBuilderAtEnd(r->builder, at);
    LLVMValueRef same =
        LLVMBuildICmp(r->builder, LLVMIntEQ, selector, functions->items[last - 1], "");
    LLVMBuildCondBr(r->builder, same, blocks[last - 1], blocks[last]);
}

/* Takes the call out of its block: everything before it stays in *head, which loses its terminator;
 * *rest is where control goes on. The call itself ends up alone in the block returned. */
static LLVMBasicBlockRef isolate_call(LLVMValueRef call, LLVMBasicBlockRef *head,
                                      LLVMBasicBlockRef *rest)
{
    *head = LLVMGetInstructionParent(call);
    LLVMBasicBlockRef middle = ezb_split_block_before(call, "enz.call");
    if (LLVMIsAInvokeInst(call))
        *rest = ezb_split_edge(middle, LLVMGetNormalDest(call));
    else
        *rest = ezb_split_block_before(LLVMGetNextInstruction(call), "enz.rest");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(*head));
    return middle;
}

/* The unwind destination gets one edge per copy of the invoke instead of the one from `middle`. */
static void redirect_unwind(LLVMValueRef call, LLVMBasicBlockRef middle, LLVMBasicBlockRef *blocks,
                            unsigned count)
{
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetUnwindDest(call));
    for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        for (unsigned k = LLVMCountIncoming(i); k-- > 0;) {
            if (LLVMGetIncomingBlock(i, k) != middle)
                continue;
            LLVMValueRef v = LLVMGetIncomingValue(i, k);
            for (unsigned n = 0; n < count; n++)
                LLVMAddIncoming(i, &v, &blocks[n], 1);
        }
}

void calls_split_by_function(struct reader *r, LLVMValueRef call, unsigned operand,
                             const struct value_list *functions, struct value_list *calls)
{
    LLVMValueRef selector = LLVMGetOperand(call, operand),
                 fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMBasicBlockRef head, rest, middle = isolate_call(call, &head, &rest);
    LLVMSetCurrentDebugLocation2(r->builder, LLVMInstructionGetDebugLoc(call));
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(r->arena, LLVMBasicBlockRef, functions->count);
    LLVMValueRef *results = ARENA_ARRAY(r->arena, LLVMValueRef, functions->count);
    for (unsigned i = 0; i < functions->count; i++) {
        blocks[i] = LLVMInsertBasicBlockInContext(r->context, rest, "enz.case");
        LLVMPositionBuilderAtEnd(r->builder, blocks[i]);
        results[i] = clone_call(r, call, operand, functions->items[i]);
        if (!LLVMIsAInvokeInst(call))
            LLVMBuildBr(r->builder, rest);
        VEC_PUSH(r->arena, calls, results[i]);
    }
    build_comparisons(r, head, selector, functions, blocks);
    if (LLVMIsAInvokeInst(call)) {
        redirect_unwind(call, middle, blocks, functions->count);
        ezb_phis_remove_block(LLVMGetUnwindDest(call), middle);
    }
    if (LLVMGetFirstUse(call)) {
        LLVMPositionBuilderBefore(r->builder, LLVMGetFirstInstruction(rest));
        LLVMValueRef phi = LLVMBuildPhi(r->builder, LLVMTypeOf(call), "");
        LLVMAddIncoming(phi, results, blocks, functions->count);
        LLVMReplaceAllUsesWith(call, phi);
    }
    LLVMDeleteBasicBlock(middle);
    ezb_invalidate(r->cx, fn);
}
