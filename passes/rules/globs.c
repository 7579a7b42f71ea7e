/* Functions that the command line declares inactive, by globs over their names as the source and as
 * the object spells them. */
#include "rules/registry.h"
#include <fnmatch.h>
#include <string.h>

/* The glob has n characters. */
static bool matches(const char *name, const char *glob, size_t n)
{
    char *whole = LLVMCreateMessage(glob); /* a copy */
    whole[n] = '\0';
    bool found = n && !fnmatch(whole, name, 0);
    LLVMDisposeMessage(whole);
    return found;
}

static bool matches_list(const char *name, const char *list)
{
    while (*list && *list != ' ' && *list != '\t' && *list != '\n') {
        size_t n = strcspn(list, ", \t\n");
        if (matches(name, list, n))
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}

bool registry_name_matches(LLVMValueRef fn, const char *const *lists)
{
    const char *name = LLVMGetValueName(fn);
    if (!*lists || !strncmp(name, "llvm.", 5) || !strncmp(name, "enz", 3) ||
        strstr(name, "__enzyme_"))
        return false;
    char *spelled = ezb_demangle(name);
    bool found = false;
    for (; *lists && !found; lists++)
        found = matches_list(name, *lists) || matches_list(spelled, *lists);
    LLVMDisposeMessage(spelled);
    return found;
}

void registry_globs(LLVMModuleRef m, const char *const *lists)
{
    static const char note[] = "enzyme_inactive";
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (registry_name_matches(f, lists))
            LLVMAddAttributeAtIndex(
                f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                LLVMCreateStringAttribute(LLVMGetModuleContext(m), note, sizeof note - 1, "", 0));
}
