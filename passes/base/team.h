/* Functions that a team of threads runs (prepare/module/teams.c). */
#ifndef ENZCC_BASE_TEAM_H
#define ENZCC_BASE_TEAM_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* Names of pairs: what starts a team, and what each thread of it does. */
#define TEAM_FORK   "enz.fork."
#define TEAM_THREAD "enz.team."

/* The function, and all clones of it, is what one thread of a team does. */
void team_mark(LLVMValueRef fn);
bool team_is_marked(LLVMValueRef fn);
bool team_is_fork(LLVMValueRef fn);
/* The other one of the pair. */
LLVMValueRef team_of_fork(LLVMValueRef fork);
LLVMValueRef team_fork_of(LLVMValueRef team);
/* The call in the program that starts the team by which fn, or what it was cloned from, is run;
 * NULL if there is none. */
LLVMValueRef team_start(LLVMValueRef fn);
#endif
