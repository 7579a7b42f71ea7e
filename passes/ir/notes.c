/* See notes.h. */
#include "ir/notes.h"
#include <string.h>

void note_at(LLVMValueRef call, const char *note)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(c, note, (unsigned)strlen(note), "", 0));
}

bool note_is_at(LLVMValueRef call, const char *note)
{
    return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, note,
                                          (unsigned)strlen(note)) != NULL;
}
