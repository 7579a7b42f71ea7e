/* See elements.h. */
#include "ir/elements.h"
#include <stddef.h>

static unsigned kind_of(LLVMValueRef load)
{
    static const char name[] = "enz.element";
    return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(load)), name, sizeof name - 1);
}

void element_mark(LLVMValueRef load)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
    LLVMSetMetadata(load, kind_of(load), LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

bool element_is(LLVMValueRef inst)
{
    return LLVMIsALoadInst(inst) && LLVMGetMetadata(inst, kind_of(inst));
}
