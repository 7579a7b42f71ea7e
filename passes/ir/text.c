/* Names of functions and values for messages and dumps. LLVM's strings are copied into the arena.
 */
#include "ir/text.h"

const char *text_function_name(struct arena *a, LLVMValueRef fn)
{
    size_t n;
    const char *s = LLVMGetValueName2(fn, &n);
    return arena_strndup(a, s, n);
}

const char *text_value(struct arena *a, LLVMValueRef v)
{
    char *s = LLVMPrintValueToString(v);
    const char *copy = arena_strdup(a, s);
    LLVMDisposeMessage(s);
    return copy;
}

const char *text_type(struct arena *a, LLVMTypeRef t)
{
    char *s = LLVMPrintTypeToString(t);
    const char *copy = arena_strdup(a, s);
    LLVMDisposeMessage(s);
    return copy;
}
