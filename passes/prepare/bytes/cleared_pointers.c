/* Pointers in a struct that memset clears are cleared one by one after it.
 *
 * The forward sweep leaves the adjoints of numbers alone, so a memset says nothing to it; but a
 * pointer that became NULL must have a shadow that is NULL: else what is freed through it has its
 * shadow freed twice. Optimisation makes one memset of the stores that leave an object empty when
 * its contents have moved on. */
#include "base/target.h"
#include "prepare/bytes/bytes.h"

enum { LARGEST = 256 /* bytes that a memset clears */ };

static bool accesses_pointer(LLVMValueRef user, LLVMValueRef p)
{
    bool load = LLVMIsALoadInst(user) != NULL,
         store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == p;
    LLVMTypeRef type = load ? LLVMTypeOf(user) : store ? LLVMTypeOf(LLVMGetOperand(user, 0)) : NULL;
    return type && LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Marks where pointers are loaded from or stored to, in bytes from p on. */
static void find_pointers(struct prepare *p, LLVMValueRef base, int64_t at, bool *pointer)
{
    for (LLVMUseRef u = LLVMGetFirstUse(base); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        int64_t off;
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == base &&
            ezb_gep_const_offset(p->module, user, &off))
            find_pointers(p, user, at + off, pointer);
        else if (accesses_pointer(user, base) && at >= 0 && at < LARGEST)
            pointer[at] = true;
    }
}

static unsigned clear_pointers(struct prepare *p, LLVMBuilderRef b, LLVMValueRef set)
{
    LLVMValueRef to = LLVMGetOperand(set, 0), size = LLVMGetOperand(set, 2);
    LLVMTypeRef ptr = LLVMTypeOf(to);
    bool pointer[LARGEST] = {false};
    unsigned cleared = 0;
    if (!LLVMIsNull(LLVMGetOperand(set, 1)) || !LLVMIsAConstantInt(size))
        return 0;
    uint64_t bytes = LLVMConstIntGetZExtValue(size), width = target_pointer_bytes(p->module);
    int64_t at = 0;
    LLVMValueRef base = ezb_strip_const_offsets(p->module, to, &at, 0);
    find_pointers(p, base, -at, pointer);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(set));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(set));
    for (uint64_t i = 0; i < LARGEST && i + width <= bytes; i++) {
        if (!pointer[i])
            continue;
        LLVMValueRef store =
            LLVMBuildStore(b, LLVMConstNull(ptr), i ? target_offset(b, to, (int64_t)i) : to);
        LLVMSetAlignment(store, 1);
        cleared++;
    }
    return cleared;
}

unsigned prepare_cleared_pointers(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAMemSetInst(i))
                changes += clear_pointers(p, b, i);
    LLVMDisposeBuilder(b);
    return changes;
}
