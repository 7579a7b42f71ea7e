/* See no_target.h. */
#include "base/no_target.h"
#include <stddef.h>

static const char attribute[] = "enz-no-target";

void no_target_mark(LLVMValueRef fn)
{
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)), attribute,
                                                      sizeof attribute - 1, "", 0));
}

bool no_target_is(LLVMValueRef fn)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         attribute, sizeof attribute - 1) != NULL;
}
