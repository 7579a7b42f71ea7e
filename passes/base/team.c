/* See team.h. The functions of a pair have the same number at the end of their names. */
#include "base/team.h"
#include <stdio.h>
#include <string.h>

static const char team_note[] = "enzcc-team", thread_note[] = "enzcc-thread",
                  task_note[] = "enzcc-task", runner_note[] = "enzcc-team-runner",
                  league_note[] = "enzcc-league", back_note[] = "enzcc-thread-back";
#define PREPARED "enz.prepared." /* in front of the names of clones */
enum { NAME_MAX_LENGTH = 64 };

static void mark(LLVMValueRef fn, const char *note)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(c, note, (unsigned)strlen(note), "", 0));
}

static bool has_mark(LLVMValueRef fn, const char *note)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note,
                                         (unsigned)strlen(note)) != NULL;
}

void team_mark(LLVMValueRef fn)
{
    mark(fn, team_note);
}

void team_mark_started(LLVMValueRef fn)
{
    mark(fn, thread_note);
}

void team_mark_task(LLVMValueRef fn)
{
    team_mark_started(fn);
    mark(fn, task_note);
}

bool team_is_task(LLVMValueRef fn)
{
    return has_mark(fn, task_note);
}

void team_mark_league(LLVMValueRef fn)
{
    mark(fn, league_note);
}

bool team_is_league(LLVMValueRef fn)
{
    return has_mark(fn, league_note);
}

bool team_is_started(LLVMValueRef fn)
{
    return has_mark(fn, thread_note);
}

bool team_is_marked(LLVMValueRef fn)
{
    return has_mark(fn, team_note) || team_is_started(fn);
}

bool team_starts_threads(LLVMModuleRef m)
{
    static const char *const signs[] = {"enz_rt_thread_begin", "__kmpc_fork_call",
                                        "__kmpc_fork_teams"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (LLVMGetNamedFunction(m, signs[i]))
            return true;
    return false;
}

static const char *number_behind(LLVMValueRef fn, const char *prefix)
{
    const char *name = LLVMGetValueName(fn);
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) ? NULL : name + length;
}

bool team_is_fork(LLVMValueRef fn)
{
    return number_behind(fn, TEAM_FORK) || number_behind(fn, THREAD_STARTER);
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
    LLVMValueRef team = other(fork, TEAM_FORK, TEAM_THREAD);
    return team ? team : other(fork, THREAD_STARTER, THREAD_STARTED);
}

LLVMValueRef team_fork_of(LLVMValueRef team)
{
    LLVMValueRef fork = other(team, TEAM_THREAD, TEAM_FORK);
    return fork ? fork : other(team, THREAD_STARTED, THREAD_STARTER);
}

static LLVMValueRef numbered(LLVMModuleRef m, const char *prefix, unsigned number)
{
    char name[NAME_MAX_LENGTH];
    snprintf(name, sizeof name, "%s%u", prefix, number);
    return LLVMGetNamedFunction(m, name);
}

static LLVMValueRef add_numbered(LLVMModuleRef m, const char *prefix, unsigned number,
                                 LLVMTypeRef type)
{
    char name[NAME_MAX_LENGTH];
    snprintf(name, sizeof name, "%s%u", prefix, number);
    LLVMValueRef fn = LLVMAddFunction(m, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(LLVMGetModuleContext(m),
                                LLVMGetEnumAttributeKindForName("noinline", strlen("noinline")),
                                0));
    return fn;
}

/* What is linked may have come from a link that made pairs. */
static struct team_pair add_pair(LLVMModuleRef m, LLVMTypeRef type, const char *fork,
                                 const char *team)
{
    unsigned n = 0;
    while (numbered(m, fork, n) || numbered(m, team, n))
        n++;
    return (struct team_pair){add_numbered(m, fork, n, type), add_numbered(m, team, n, type)};
}

struct team_pair team_add_pair(LLVMModuleRef m, LLVMTypeRef type)
{
    struct team_pair pair = add_pair(m, type, TEAM_FORK, TEAM_THREAD);
    team_mark(pair.team);
    return pair;
}

struct team_pair team_add_pair_like(LLVMValueRef like, LLVMTypeRef type)
{
    LLVMModuleRef m = LLVMGetGlobalParent(like);
    struct team_pair pair = team_is_started(like)
                                ? add_pair(m, type, THREAD_STARTER, THREAD_STARTED)
                                : team_add_pair(m, type);
    if (team_is_started(like))
        (team_is_task(like) ? team_mark_task : team_mark_started)(pair.team);
    if (team_is_league(like))
        team_mark_league(pair.team);
    return pair;
}

static void put_note(LLVMValueRef fn, const char *note, const char *text)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(c, note, (unsigned)strlen(note), text, (unsigned)strlen(text)));
}

static const char *note_of(LLVMValueRef fn, const char *note)
{
    unsigned n;
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, note, (unsigned)strlen(note));
    return a ? LLVMGetStringAttributeValue(a, &n) : NULL;
}

void team_mark_runner(LLVMValueRef team, const char *runner)
{
    put_note(team, runner_note, runner);
}

const char *team_runner(LLVMValueRef fn)
{
    return note_of(fn, runner_note);
}

void team_mark_back(LLVMValueRef thread, LLVMValueRef back)
{
    put_note(thread, back_note, LLVMGetValueName(back));
}

const char *team_back(LLVMValueRef fn)
{
    return note_of(fn, back_note);
}

LLVMValueRef team_start(LLVMValueRef fn)
{
    LLVMValueRef fork = other(fn, PREPARED TEAM_THREAD, TEAM_FORK);
    if (!fork)
        fork = other(fn, PREPARED THREAD_STARTED, THREAD_STARTER);
    for (LLVMUseRef u = fork ? LLVMGetFirstUse(fork) : NULL; u; u = LLVMGetNextUse(u))
        if (LLVMIsACallInst(LLVMGetUser(u)))
            return LLVMGetUser(u);
    return NULL;
}
