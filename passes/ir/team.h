/* Functions that a team of threads runs (prepare/module/teams.c). */
#ifndef ENZCC_IR_TEAM_H
#define ENZCC_IR_TEAM_H
#include <llvm-c/Core.h>
#include <stdbool.h>

#define TEAM_FORK "enz.fork." /* starts a team, each thread of which does what the other one does  \
                               */
#define TEAM_THREAD "enz.team."

/* The function, and all clones of it, is what one thread of a team does. */
void team_mark(LLVMValueRef fn);
bool team_is_marked(LLVMValueRef fn);
bool team_is_fork(LLVMValueRef fn);
/* The other one of the pair. */
LLVMValueRef team_of_fork(LLVMValueRef fork);
LLVMValueRef team_fork_of(LLVMValueRef team);
#endif
