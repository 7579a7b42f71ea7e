/* Marks on operations that are where the program has them: see the header. */
#include "ir/in_place.h"
#include <string.h>

static const char note[] = "enz.in.place";

static LLVMContextRef context_of(LLVMValueRef v)
{
    return LLVMGetTypeContext(LLVMTypeOf(v));
}
static unsigned kind_of(LLVMValueRef v)
{
    return LLVMGetMDKindIDInContext(context_of(v), note, sizeof note - 1);
}

void in_place_mark_operation(LLVMValueRef inst)
{
    LLVMMetadataRef empty = LLVMMDNodeInContext2(context_of(inst), NULL, 0);
    LLVMSetMetadata(inst, kind_of(inst), LLVMMetadataAsValue(context_of(inst), empty));
}

static bool may_be_moved(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFMul:
    case LLVMFDiv: return true;
    case LLVMCall:
        return LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind &&
               LLVMCanValueUseFastMathFlags(inst);
    default: return false;
    }
}

bool in_place_lost(LLVMValueRef inst)
{
    return may_be_moved(inst) && !LLVMGetMetadata(inst, kind_of(inst));
}

bool in_place_mark(LLVMValueRef fn)
{
    if (LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note,
                                      sizeof note - 1))
        return false;
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(context_of(fn), note, sizeof note - 1, "", 0));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (may_be_moved(i))
                in_place_mark_operation(i);
    return true;
}
