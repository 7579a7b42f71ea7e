/* A pointer that is loaded from one of several objects is chosen, not where it is loaded from.
 *
 * LLVM makes one load, behind a phi of addresses, of a load at the end of each block in front
 * (InstCombine). In a walk along a list, `for (e = table[k]; e; e = e->next)`, that is a phi of the
 * addresses of an element of the table and of a member of the node before. For types an address
 * leads to one object: the table and the nodes would be the same one, with pointers where numbers
 * are. */
#include "base/limits.h"
#include "base/target.h"
#include "ir/code.h"
#include "prepare/bytes/bytes.h"

LIMIT(WAYS_MAX, 16);

/* The phi is the address of this load of a pointer in its block, in front of which nothing writes,
 * and nothing else. */
static LLVMValueRef only_load(LLVMValueRef phi)
{
    LLVMUseRef use = LLVMGetFirstUse(phi);
    LLVMValueRef load = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    if (!load || !LLVMIsALoadInst(load) || LLVMGetVolatile(load) ||
        LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMPointerTypeKind ||
        LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic ||
        LLVMGetInstructionParent(load) != LLVMGetInstructionParent(phi))
        return NULL;
    for (LLVMValueRef i = LLVMGetNextInstruction(phi); i != load; i = LLVMGetNextInstruction(i))
        if (ezb_inst_side_effects(i))
            return NULL;
    return load;
}

/* The addresses are in different objects, as far as the code shows. */
static bool leads_to_several(LLVMValueRef phi)
{
    LLVMValueRef first = NULL;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        LLVMValueRef object =
            code_variable(ezb_underlying_object(LLVMGetIncomingValue(phi, i), ADDRESS_STEPS));
        if (object == phi || LLVMIsAConstantPointerNull(object))
            continue;
        if (first && object != first)
            return true;
        first = object;
    }
    return false;
}

/* Each block in front comes up once, and ends with a jump or a branch. */
static bool has_plain_ways(LLVMValueRef phi)
{
    unsigned n = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < n; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        if (!LLVMIsABranchInst(LLVMGetBasicBlockTerminator(from)))
            return false;
        for (unsigned k = 0; k < i; k++)
            if (LLVMGetIncomingBlock(phi, k) == from)
                return false;
    }
    return n > 1 && n <= WAYS_MAX;
}

/* Loads at the end of the blocks in front: a way that leads elsewhere as well has no load. */
static void load_on_each_way(LLVMValueRef phi, LLVMValueRef load)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(phi), from[WAYS_MAX];
    LLVMValueRef values[WAYS_MAX];
    unsigned n = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < n; i++)
        if (LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i))) > 1)
            ezb_split_edge(LLVMGetIncomingBlock(phi, i), block);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(load)));
    for (unsigned i = 0; i < n; i++) {
        from[i] = LLVMGetIncomingBlock(phi, i);
        values[i] = LLVMInstructionClone(load);
        LLVMSetOperand(values[i], 0, LLVMGetIncomingValue(phi, i));
        LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from[i]));
        LLVMInsertIntoBuilder(b, values[i]);
    }
    LLVMPositionBuilderBefore(b, phi);
    LLVMValueRef chosen = LLVMBuildPhi(b, LLVMTypeOf(load), "");
    LLVMAddIncoming(chosen, values, from, n);
    LLVMDisposeBuilder(b);
    LLVMReplaceAllUsesWith(load, chosen);
    LLVMInstructionEraseFromParent(load);
    LLVMInstructionEraseFromParent(phi);
}

unsigned prepare_chosen_loads(struct prepare *p, LLVMValueRef fn)
{
    VEC(LLVMValueRef) phis = {0};
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i))
            if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind)
                VEC_PUSH(p->arena, &phis, i);
    for (unsigned i = 0; i < phis.count; i++) {
        LLVMValueRef phi = phis.items[i], load = only_load(phi);
        if (!load || !leads_to_several(phi) || !has_plain_ways(phi))
            continue;
        load_on_each_way(phi, load);
        changes++;
    }
    return changes;
}
