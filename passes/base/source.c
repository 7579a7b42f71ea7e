#include "base/source.h"
#include <string.h>

static unsigned kind(LLVMContextRef context)
{
    static const char name[] = "enzcc.source";
    return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

static LLVMContextRef context_of(LLVMValueRef global)
{
    return LLVMGetModuleContext(LLVMGetGlobalParent(global));
}

void source_note(LLVMValueRef global)
{
    size_t n;
    LLVMContextRef context = context_of(global);
    const char *file = LLVMGetSourceFileName(LLVMGetGlobalParent(global), &n);
    LLVMMetadataRef text = LLVMMDStringInContext2(context, file, n);
    LLVMGlobalSetMetadata(global, kind(context), LLVMMDNodeInContext2(context, &text, 1));
}

static const char *text_of(LLVMContextRef context, LLVMMetadataRef node)
{
    LLVMValueRef v = LLVMMetadataAsValue(context, node), part = NULL;
    unsigned size;
    if (LLVMGetMDNodeNumOperands(v) != 1)
        return NULL;
    LLVMGetMDNodeOperands(v, &part);
    return part ? LLVMGetMDString(part, &size) : NULL;
}

const char *source_of(LLVMValueRef global)
{
    size_t count;
    const char *file = NULL;
    LLVMContextRef context = context_of(global);
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &count);
    for (unsigned i = 0; i < count; i++)
        if (LLVMValueMetadataEntriesGetKind(all, i) == kind(context))
            file = text_of(context, LLVMValueMetadataEntriesGetMetadata(all, i));
    LLVMDisposeValueMetadataEntries(all);
    return file;
}
