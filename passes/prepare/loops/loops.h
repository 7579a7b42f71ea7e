/* Control flow in the form that the reverse sweep can run backwards. */
#ifndef ENZCC_PREPARE_LOOPS_H
#define ENZCC_PREPARE_LOOPS_H
#include "prepare/prepare.h"

/* True if a loop of the function has several entries. */
bool prepare_irreducible(struct prepare *p, LLVMValueRef fn);
/* Removes blocks that nothing leads to. Returns 0: nothing is left to be cleaned up. */
unsigned prepare_unreachable(struct prepare *p, LLVMValueRef fn);
/* Removes what the compiler says about loops. Returns 0. */
unsigned prepare_forget_loop_hints(struct prepare *p, LLVMValueRef fn);
/* Sign extensions of exact arithmetic, where they are indices, become arithmetic on extensions;
 * returns how many. */
unsigned prepare_wide_indices(struct prepare *p, LLVMValueRef fn);
/* The same only for x * y + x and x * y - x. */
unsigned prepare_wide_multiples(struct prepare *p, LLVMValueRef fn);
/* Values that only seem to be carried from one iteration to the next go; returns how many. */
unsigned prepare_carried(struct prepare *p, LLVMValueRef fn);
/* Of two counters, one of which has what the other had in the iteration before, one becomes the
 * other one plus the step; returns how many. */
unsigned prepare_followed(struct prepare *p, LLVMValueRef fn);
/* Remainders by the length of an array of what innermost loops count become choices between the
 * number and the number less the length (remainders.c); returns how many. */
unsigned prepare_remainders(struct prepare *p, LLVMValueRef fn);
/* The first and last iterations of innermost loops are in front of them and behind them where
 * conditions differ there (peel.c). Returns how many. */
unsigned prepare_peel(struct prepare *p, LLVMValueRef fn);
/* Nests of loops that walk along columns walk along rows (exchange.c). Loops must be simplified.
 * Returns how many. */
unsigned prepare_exchanged(struct prepare *p, LLVMValueRef fn);
/* What loops that look for an extreme number find is found again behind them, by the iteration that
 * found it (argmin.c). Loops must be simplified. Returns how many. */
unsigned prepare_argmin(struct prepare *p, LLVMValueRef fn);
/* Gives every loop a counter and, where it is known, a trip count (p->trips). Loops must be
 * simplified. Returns the number of loops. */
unsigned prepare_loops(struct prepare *p, LLVMValueRef fn);
/* Loads what innermost loops do not write in front of them, and stores behind them what they do not
 * access otherwise; returns how many loads and stores. */
unsigned prepare_constant_places(struct prepare *p, LLVMValueRef fn);
/* For each store, copy and fill in an outermost loop, where that is known in front of the loop,
 * which bytes it writes: p->extents. The values are made there, once for each function. Returns 1
 * if there are loops to look at, else 0. Only if p->wants_extents. */
unsigned prepare_extents(struct prepare *p, LLVMValueRef fn);
/* Integers made of addresses that are only compared, or subtracted in one object, become ptrtoaddr,
 * of which LLVM knows that no pointer is made; returns how many. */
unsigned prepare_measure(struct prepare *p, LLVMValueRef fn);
/* ptrtoaddr becomes ptrtoint; returns how many. */
unsigned prepare_measured(struct prepare *p, LLVMValueRef fn);
/* Says in front of innermost loops which ranges they load several times, that are overwritten
 * elsewhere: a copy may serve these loads (neighbours.c). Loops must be simplified. Returns how
 * many. */
unsigned prepare_neighbours(struct prepare *p, LLVMValueRef fn);
/* In functions that teams of threads run, and those that call them: calls of enz.overwrite
 * (rules.h) in front of loops whose stores write ranges without gaps, and in front of other stores
 * (overwritten.c). In all functions: in front of nests that write a range again and again and read
 * from the same object, and of loops in those that load from anywhere. Loops must be simplified.
 * Returns how many. */
unsigned prepare_overwritten(struct prepare *p, LLVMValueRef fn);
/* Runs as often as is known at `at`, in front of it, each iteration to its end. */
bool prepare_is_counted(struct prepare *p, EzbLoop l, LLVMValueRef at);
/* The recurrence x does not wrap around as a signed number: scalar evolution has proved it, or
 * knows bounds that leave two bits. */
bool prepare_wraps_nowhere(struct prepare *p, LLVMValueRef fn, EzbScev x);
/* The code of the loop may be copied, and is so short that access to memory counts. */
bool prepare_is_small(struct prepare *p, EzbLoop loop);
/* A call that must stand in one place only. */
bool prepare_is_unique(LLVMValueRef inst);
/* No call in the loop may end the program, or leave the loop in another way. */
bool prepare_all_return(struct prepare *p, EzbLoop l);
/* Makes a version of the function's loops in which what they access is apart, and a test that
 * chooses it (versions.c). Returns 1, or 0 where that is of no use. */
unsigned prepare_team_ends(struct prepare *p, LLVMValueRef fn);
unsigned prepare_versions(struct prepare *p, LLVMValueRef fn);
/* i1 name(ptr, i64, i64, ptr, i64, i64): the function RULE_DISJOINT or RULE_DISJOINT_RECORD. */
LLVMValueRef prepare_disjoint_function(struct prepare *p, const char *name);
#endif
