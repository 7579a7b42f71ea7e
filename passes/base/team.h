/* Functions that a team of threads runs (prepare/module/teams.c), a thread that the program starts
 * (prepare/module/threads.c), or a task (prepare/module/tasks.c). */
#ifndef ENZCC_BASE_TEAM_H
#define ENZCC_BASE_TEAM_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* Names of pairs: what starts a team, and what each thread of it does; what starts one thread that
 * goes on by itself, and what that does. */
#define TEAM_FORK      "enz.fork."
#define TEAM_THREAD    "enz.team."
#define THREAD_STARTER "enz.start."
#define THREAD_STARTED "enz.thread."

/* What a thread calls at its end, if the program has keys of threads (prepare/module/keys.c). */
#define THREAD_END "enz.leave"

/* The beginning of the name of the variable in which threads leave what they return: each place of
 * it is written before it is read. */
#define THREAD_RESULTS "enz.thread.results"
/* The variable by which a thread hands out addresses (runtime/bundle/openmp.c), likewise. */
#define TEAM_HANDED_OUT "enz_handed_out"

/* Kind of the metadata on atomic accesses that derivatives make: in whatever order threads come,
 * what they do is right. */
#define TEAM_OWN_ATOMIC "enz.atomic.own"

/* The function, and all clones of it, is what one thread of a team does; what a thread does that
 * goes on by itself. */
void team_mark(LLVMValueRef fn);
void team_mark_started(LLVMValueRef fn);
/* The function is a task, which is started as well. */
void team_mark_task(LLVMValueRef fn);
bool team_is_task(LLVMValueRef fn);
/* The function is what the first thread of each team of a league does. */
void team_mark_league(LLVMValueRef fn);
bool team_is_league(LLVMValueRef fn);
/* Either of the first two; the second. */
bool team_is_marked(LLVMValueRef fn);
bool team_is_started(LLVMValueRef fn);
/* The program starts teams, or threads. */
bool team_starts_threads(LLVMModuleRef m);
/* The function starts a team, or a thread. */
bool team_is_fork(LLVMValueRef fn);
/* The other one of the pair. */
LLVMValueRef team_of_fork(LLVMValueRef fork);
LLVMValueRef team_fork_of(LLVMValueRef team);
/* A pair that starts a team, with a number that no other pair has; they have no bodies yet. The
 * first is never inlined. */
struct team_pair {
    LLVMValueRef fork, team;
};
struct team_pair team_add_pair(LLVMModuleRef m, LLVMTypeRef type);
/* Such a pair for what `like` is: a team or a league of teams, a thread that goes on by itself, or
 * a task. */
struct team_pair team_add_pair_like(LLVMValueRef like, LLVMTypeRef type);
/* The team is one of a derivative (emit/team.c): its first parameter leads to what it keeps
 * (runtime/frames.h), and this function of the runtime starts it. `runner` lives as long as the
 * function. NULL: it is one of the program's. */
void team_mark_runner(LLVMValueRef team, const char *runner);
const char *team_runner(LLVMValueRef fn);
/* `thread` is what a thread or a task does in the forward sweep of a derivative (emit/team.c), and
 * `back` what it does in the reverse sweep, with the same operand. The name of `back`; NULL: it is
 * no such forward sweep. */
void team_mark_back(LLVMValueRef thread, LLVMValueRef back);
const char *team_back(LLVMValueRef fn);
/* The call in the program that starts the team, or the thread, by which fn, or what it was cloned
 * from, is run; NULL if there is none. */
LLVMValueRef team_start(LLVMValueRef fn);
#endif
