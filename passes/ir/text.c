/* Names of functions and values for messages and dumps. LLVM's strings are copied into the arena.
 */
#include "ir/text.h"
#include <stdbool.h>
#include <string.h>

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

/* Where a reference such as " #3" begins, with which LLVM ends what it prints of a call. */
static char *attribute_group(char *text)
{
    char *mark = strrchr(text, '#');
    bool last = mark && mark > text && mark[-1] == ' ' && mark[1] &&
                mark[1 + strspn(mark + 1, "0123456789")] == '\0';
    return last ? mark - 1 : NULL;
}

const char *text_bare_value(struct arena *a, LLVMValueRef v)
{
    char *text = LLVMPrintValueToString(v);
    char *metadata = LLVMIsAInstruction(v) ? strstr(text, ", !") : NULL;
    if (metadata)
        *metadata = '\0';
    char *group = attribute_group(text);
    if (group)
        *group = '\0';
    const char *copy = arena_strdup(a, text);
    LLVMDisposeMessage(text);
    return copy;
}

const char *text_operand(struct arena *a, LLVMValueRef v)
{
    char *text = LLVMPrintValueToString(v), *equals = strstr(text, " = "),
         *start = text + strspn(text, " "), *last = strrchr(text, ' ');
    if (equals)
        *equals = '\0';
    else if (last && !LLVMIsAInstruction(v))
        start = last + 1;
    const char *copy = arena_strdup(a, start);
    LLVMDisposeMessage(text);
    return copy;
}

const char *text_type(struct arena *a, LLVMTypeRef t)
{
    char *s = LLVMPrintTypeToString(t);
    const char *copy = arena_strdup(a, s);
    LLVMDisposeMessage(s);
    return copy;
}
