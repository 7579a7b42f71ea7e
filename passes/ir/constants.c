/* See constants.h. */
#include "ir/constants.h"
#include "base/target.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a: Fowler, Noll, Vo, Eastlake, The FNV non-cryptographic hash algorithm. */
static uint64_t hash_of(const unsigned char *bytes, size_t n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

LLVMValueRef constants_bytes(LLVMModuleRef m, const void *bytes, size_t n)
{
    char name[40];
    snprintf(name, sizeof name, "enz.constant.%016" PRIx64, hash_of(bytes, n));
    LLVMValueRef data = LLVMConstStringInContext2(LLVMGetModuleContext(m), bytes, n, 1),
                 global = LLVMGetNamedGlobal(m, name);
    if (!global || LLVMGetInitializer(global) != data) {
        global = target_add_global(m, LLVMTypeOf(data), name);
        LLVMSetInitializer(global, data);
        LLVMSetGlobalConstant(global, 1);
        LLVMSetLinkage(global, LLVMPrivateLinkage);
        LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    }
    return target_generic_constant(m, global);
}

LLVMValueRef constants_text(LLVMBuilderRef b, const char *text)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
    return constants_bytes(LLVMGetGlobalParent(fn), text, strlen(text) + 1);
}
