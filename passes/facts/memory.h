/* Can a value loaded from memory be loaded again later, with the same result?
 *
 * Answered per load and scope: the whole function, or one iteration of a loop whose iterations are
 * replayed. A load is safe if no instruction that may run after it within the scope may write the
 * location, decided by LLVM's alias analysis: on exact locations where load and write belong to the
 * same iteration of every loop, on whole objects otherwise. */
#ifndef ENZCC_FACTS_MEMORY_H
#define ENZCC_FACTS_MEMORY_H
#include "ir/func.h"

struct memory;
struct memory *memory_analyse(struct func *f);
/* Per argument: code after the function has returned does not write the memory behind it
 * (enzyme_not_overwritten). */
void memory_promise(struct memory *m, const uint8_t *unchanged);
/* scope: a loop id, or NO_ID for the function. after_return: code that runs after the function
 * returns may write memory that the caller can reach. */
bool memory_reloadable(struct memory *m, unsigned load, unsigned scope, bool after_return);
/* The first instruction that stands against it, or NO_ID: then it is code outside the function (or
 * the load is volatile). */
unsigned memory_clobber(const struct memory *m, unsigned load, unsigned scope);
/* The location of a load keeps its contents while `loop` runs, and so the load's value depends on
 * its address only. */
bool memory_stable_in(struct memory *m, unsigned load, unsigned loop);
/* A store at the top level of the function that nothing later in it reads or overwrites can wait
 * for the end of the derivative; memory_reloadable decides to defer such stores where only they
 * stand against loading again. */
bool memory_defer(struct memory *m, unsigned store); /* defers it if that is possible */
bool memory_is_deferred(const struct memory *m, unsigned store);
/* Loop writes program memory only through stores, copies and fills; see plan/replay.c. */
/* May the i-th writer write what the load reads, each in any iteration of `loop`? */
bool memory_may_write(const struct memory *m, unsigned load, unsigned i, unsigned loop);
unsigned memory_writer_count(const struct memory *m);
unsigned memory_writer(const struct memory *m, unsigned i, LLVMValueRef *base);
/* True if block `to` can run after block `from` within one iteration of `scope`, or is the same
 * block. */
bool memory_reaches(struct memory *m, unsigned from, unsigned to);
void memory_dump(struct memory *m);
/* Block b is on a way to the end of the program (exit, abort, a failed assertion): it is never
 * reversed. */
bool memory_ends_program(const struct memory *m, unsigned b);
#endif
