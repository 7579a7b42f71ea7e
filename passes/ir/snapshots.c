/* See snapshots.h. */
#include "ir/snapshots.h"

static unsigned kind_of(LLVMValueRef load)
{
    static const char name[] = "enz.snapshot";
    return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(load)), name, sizeof name - 1);
}

void snapshot_serves(LLVMValueRef load, LLVMValueRef number)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
    LLVMMetadataRef node = LLVMValueAsMetadata(number);
    LLVMSetMetadata(load, kind_of(load), LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &node, 1)));
}

bool snapshot_of(LLVMValueRef load, uint64_t *number)
{
    LLVMValueRef node = LLVMGetMetadata(load, kind_of(load)), operand;
    if (!node || LLVMGetMDNodeNumOperands(node) != 1)
        return false;
    LLVMGetMDNodeOperands(node, &operand);
    *number = LLVMConstIntGetZExtValue(operand);
    return true;
}
