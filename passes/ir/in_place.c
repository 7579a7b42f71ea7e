/* Marks on operations that are where the program has them: see the header. */
#include "ir/in_place.h"
#include "ir/marks.h"
#include <string.h>

static const char note[] = "enz.in.place";

void in_place_mark_operation(LLVMValueRef inst)
{
    mark_put(inst, note);
}

void in_place_unmark_operation(LLVMValueRef inst)
{
    mark_remove(inst, note);
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
    return may_be_moved(inst) && !mark_is_at(inst, note);
}

void in_place_begin(LLVMValueRef fn)
{
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)), note,
                                                      sizeof note - 1, "", 0));
}

bool in_place_mark(LLVMValueRef fn)
{
    if (LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note,
                                      sizeof note - 1))
        return false;
    in_place_begin(fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (may_be_moved(i))
                in_place_mark_operation(i);
    return true;
}
