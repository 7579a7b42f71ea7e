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
struct types;
/* What is known of a function from outside. */
struct memory_context {
    bool after_return; /* code that runs after it returns and before the reverse sweep may write
                          memory that the caller can reach, */
    bool unwritten;    /* though nothing that f could read: its caller sees that, */
    const uint8_t *unchanged;    /* unless this says per argument that it does not
                                    (enzyme_not_overwritten; NULL: it may everywhere) */
    bool restores;               /* the reverse sweep puts back what is overwritten (restored.h), */
    const struct bits *restored; /* but only in memory based on these values, or on none (NULL: in
                                    all) */
    bool apart_shadows;          /* memory behind the shadows of two arguments does not overlap
                                    (-fenz-noalias-shadow) */
    struct types *types;         /* of the program that f is part of; NULL: not known */
};
/* What is known of the memory that f accesses; nothing changes it afterwards. */
const struct memory *memory_analyse(struct func *f, const struct memory_context *context);
/* No instruction that may run after v writes memory that anybody could read, but for those that
 * `spares` says do not count (NULL: none). */
typedef bool memory_spares(const void *user, unsigned writer);
bool memory_is_last_write(const struct func *f, unsigned v, memory_spares *spares,
                          const void *user);
/* scope: a loop id, or NO_ID for the function. */
bool memory_reloadable(const struct memory *m, unsigned load, unsigned scope);
/* A store of v, in the block of v, whose location keeps it to the end of the function; NO_ID if
 * there is none. */
unsigned memory_holder(const struct memory *m, unsigned v);
/* The first instruction that stands against it, or NO_ID: then it is code outside the function (or
 * the load is volatile). */
unsigned memory_clobber(const struct memory *m, unsigned load, unsigned scope);
/* The location of a load keeps its contents while `loop` runs, and so the load's value depends on
 * its address only. */
bool memory_stable_in(const struct memory *m, unsigned load, unsigned loop);
/* A store at the top level of the function can wait for the end of the derivative if nothing later
 * touches the location, except stores that can wait as well. Those that alone stand against loading
 * something in a loop again are deferred: memory_reloadable takes them for not there. Without
 * loops, and where code runs between the sweeps, none is. */
bool memory_deferrable(const struct memory *m, unsigned store);
bool memory_is_deferred(const struct memory *m, unsigned store);
/* Adds a deferrable store to `waiting`, with those that have to wait because it does: stores to the
 * same location keep their order. */
void memory_defer(const struct memory *m, unsigned store, struct bits *waiting);
/* Loop writes program memory only through stores, copies and fills; see plan/replay.c. */
/* All threads of a block of a device meet here, and at no other place, and so run this function. */
bool memory_is_meeting(const struct func *f, unsigned v);
/* May the i-th writer write what the load reads, each in any iteration of `loop`? */
bool memory_may_write(const struct memory *m, unsigned load, unsigned i, unsigned loop);
unsigned memory_writer_count(const struct memory *m);
unsigned memory_writer(const struct memory *m, unsigned i, LLVMValueRef *base);
/* The loop in front of which it is said what the store, which is in a loop, overwrites: around all
 * iterations whose stores are undone together. NO_ID if nothing is said. */
unsigned memory_undone_loop(const struct func *f, unsigned store);
/* One copy undoes what the store does in all iterations of the loop, which is around its own one.
 */
bool memory_is_copied_once(const struct func *f, unsigned store, unsigned loop);
/* What the note says is overwritten, or the store writes, the reverse sweep puts back. */
bool memory_is_restored(const struct memory *m, LLVMValueRef pointer);

/* The object that the pointer leads into, whether a loop moves the pointer on or counts: what is
 * said of a range and the stores to it have the same one. */
LLVMValueRef memory_base_of_range(LLVMValueRef pointer);
/* True if block `to` can run after block `from` within one iteration of `scope`, or is the same
 * block. */
bool memory_reaches(const struct memory *m, unsigned from, unsigned to);
/* The pointer leads to memory that the function has allocated, and nobody else has the address. */
bool memory_is_own(const struct memory *m, LLVMValueRef pointer);
/* The store may write a byte twice within one iteration of the loop (NO_ID: in the function). */
bool memory_is_stored_again(const struct memory *m, unsigned store, unsigned scope);
/* Bytes of shadows that one of two accesses leads to are none of the other's, in all iterations of
 * the loop (NO_ID: in the whole function): the objects are apart (ir/scopes.h), the user says so of
 * the arguments, or one of them is memory that the function has allocated, and nobody else has the
 * address. */
bool memory_shadows_apart(const struct memory *m, unsigned v, unsigned w, unsigned loop);
/* The same for accesses of different threads of a team, by tests of what is the same in all threads
 * (facts/apart.h). */
uint64_t memory_team_scopes(const struct memory *m, const struct bits *uniform);
bool memory_team_apart(const struct memory *m, unsigned v, unsigned w, uint64_t scopes);
void memory_dump(const struct memory *m);
/* Block b is on a way to the end of the program (exit, abort, a failed assertion): it is never
 * reversed. */
bool memory_ends_program(const struct memory *m, unsigned b);
#endif
