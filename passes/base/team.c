/* See team.h. The functions of a pair have the same number at the end of their names. */
#include "base/team.h"
#include <stdio.h>
#include <string.h>

static const char note[] = "enzcc-team";
#define PREPARED "enz.prepared." /* in front of the names of clones */
enum { NAME_MAX_LENGTH = 64 };

void team_mark(LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(c, note, sizeof note - 1, "", 0));
}

bool team_is_marked(LLVMValueRef fn)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note,
                                         sizeof note - 1) != NULL;
}

static const char *number_behind(LLVMValueRef fn, const char *prefix)
{
    const char *name = LLVMGetValueName(fn);
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) ? NULL : name + length;
}

bool team_is_fork(LLVMValueRef fn)
{
    return number_behind(fn, TEAM_FORK) != NULL;
}

static LLVMValueRef other(LLVMValueRef fn, const char *own, const char *others)
{
    char name[NAME_MAX_LENGTH];
    const char *number = number_behind(fn, own);
    if (!number)
        return NULL;
    snprintf(name, sizeof name, "%s%s", others, number);
    return LLVMGetNamedFunction(LLVMGetGlobalParent(fn), name);
}

LLVMValueRef team_of_fork(LLVMValueRef fork)
{
    return other(fork, TEAM_FORK, TEAM_THREAD);
}

LLVMValueRef team_fork_of(LLVMValueRef team)
{
    return other(team, TEAM_THREAD, TEAM_FORK);
}

LLVMValueRef team_start(LLVMValueRef fn)
{
    LLVMValueRef fork = other(fn, PREPARED TEAM_THREAD, TEAM_FORK);
    for (LLVMUseRef u = fork ? LLVMGetFirstUse(fork) : NULL; u; u = LLVMGetNextUse(u))
        if (LLVMIsACallInst(LLVMGetUser(u)))
            return LLVMGetUser(u);
    return NULL;
}
