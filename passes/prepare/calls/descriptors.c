/* Descriptors of arrays, as flang's compiled code makes them in its frame for its library
 * (runtime/bundle/fortran): { ptr, i64, i32, i8, i8, i8, i8, ... }. Loops over their dimensions end
 * once the number of these is known. */
#include "prepare/calls/calls.h"

static bool is_descriptor(LLVMTypeRef type)
{
    static const unsigned widths[] = {0, 64, 32, 8, 8, 8, 8}; /* 0: a pointer */
    enum { MEMBERS = sizeof widths / sizeof widths[0] };
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMCountStructElementTypes(type) < MEMBERS)
        return false;
    for (unsigned k = 0; k < MEMBERS; k++) {
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, k);
        bool is_pointer = LLVMGetTypeKind(member) == LLVMPointerTypeKind;
        if (widths[k] == 0 ? !is_pointer
                           : LLVMGetTypeKind(member) != LLVMIntegerTypeKind ||
                                 LLVMGetIntTypeWidth(member) != widths[k])
            return false;
    }
    return true;
}

bool prepare_has_descriptors(struct prepare *p, LLVMValueRef fn)
{
    (void)p;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && is_descriptor(LLVMGetAllocatedType(i)))
            return true;
    return false;
}
