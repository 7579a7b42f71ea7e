/* What preparation does to the program as a whole, and to references that name no function. */
#ifndef ENZCC_PREPARE_MODULE_H
#define ENZCC_PREPARE_MODULE_H
#include "prepare/prepare.h"

/* Opens operations on matrices (clang's -fenable-matrix) in every function; returns in how many.
 * The compiler of a unit leaves them to the end of its pipeline, and the pipeline of a link has no
 * place for them: code generation would fail. Needs p->cx and p->module only. */
unsigned prepare_matrices(struct prepare *p);
/* Splits coroutines that the compiler of a unit has left whole, as it does when it optimises for a
 * link; 1 if there were any, or calls that resume those of other units. */
unsigned prepare_coroutines(struct prepare *p);
/* Drops the claim that iterations are independent from loops of OpenMP for which it may be wrong;
 * returns from how many. */
unsigned prepare_parallel_loops(struct prepare *p);
/* Marks globals as constant that the module owns and never writes; returns how many. */
unsigned prepare_constant_globals(struct prepare *p);
/* Sets pointers in globals to NULL where the program frees what they point to; returns how many. */
unsigned prepare_freed_globals(struct prepare *p);

/* Makes parallel regions functions that are called (teams.c); returns how many. */
unsigned prepare_teams(struct prepare *p);
/* The same for threads that the program starts (threads.c). */
unsigned prepare_threads(struct prepare *p);
/* A number that no pair of functions for threads has (base/team.h). */
unsigned prepare_thread_number(struct prepare *p);
/* The same for tasks (tasks.c). */
unsigned prepare_tasks(struct prepare *p);

/* Makes std::call_once of libstdc++ a call that hands on what is to run (once.c); returns how many.
 */
unsigned prepare_once(struct prepare *p);
/* Has destructors of keys of threads called where a thread ends (keys.c); 1 if there may be any. */
unsigned prepare_keys(struct prepare *p);
/* Makes std::async of libc++ keep its threads, to be joined (futures.c); returns how many. */
unsigned prepare_futures(struct prepare *p);

/* Has operations for MPI that the program makes noted (operations.c); returns how many calls do. */
unsigned prepare_operations(struct prepare *p);
/* The body for a call of a reduction of MPI, by an operation that may be the program's own; NULL:
 * there is none. */
LLVMValueRef prepare_reduction(struct prepare *p, LLVMValueRef call);

/* Replaces the computed gotos of a function of the program; true if there were any. */
bool prepare_computed_gotos(struct prepare *p, LLVMValueRef fn);
/* Calls of functions with a resolver ask it and go through the pointer it gives. */
unsigned prepare_ifuncs(struct prepare *p, LLVMValueRef fn);
#endif
