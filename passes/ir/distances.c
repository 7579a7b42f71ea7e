/* See distances.h. */
#include "ir/distances.h"
#include <stddef.h>

static unsigned kind_of(LLVMValueRef inst)
{
    static const char name[] = "enz.distance";
    return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(inst)), name, sizeof name - 1);
}

void distance_mark(LLVMValueRef inst)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(inst));
    LLVMSetMetadata(inst, kind_of(inst), LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

bool distance_is(LLVMValueRef inst)
{
    return LLVMIsABinaryOperator(inst) && LLVMGetMetadata(inst, kind_of(inst));
}
