/* See marks.h. */
#include "ir/marks.h"
#include <string.h>

static unsigned kind_of(LLVMValueRef inst, const char *mark)
{
    return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(inst)), mark,
                                    (unsigned)strlen(mark));
}

void mark_put(LLVMValueRef inst, const char *mark)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(inst));
    LLVMMetadataRef empty = LLVMMDNodeInContext2(c, NULL, 0);
    LLVMSetMetadata(inst, kind_of(inst, mark), LLVMMetadataAsValue(c, empty));
}

bool mark_is_at(LLVMValueRef inst, const char *mark)
{
    return LLVMGetMetadata(inst, kind_of(inst, mark)) != NULL;
}

void mark_remove(LLVMValueRef inst, const char *mark)
{
    LLVMSetMetadata(inst, kind_of(inst, mark), NULL);
}
