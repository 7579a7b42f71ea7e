/* Where the memory of tapes comes from.
 *
 * A tape holds what the forward sweep keeps for the reverse sweep. Its memory comes from an arena,
 * which is a table of functions that build the code which asks for it. Emission knows nothing else
 * of how tapes are made: it has one arena per module (struct emission, `tape_arena`), and hands the
 * address of a tape's state from derivative to derivative. Blocks never move.
 *
 * There are two arenas (tape_host.c), of which the engine chooses one by the target: that of the
 * host's runtime, and that of devices, where a tape begins in stack memory. Another one is another
 * such table.
 *
 * In split mode the frame of the outermost pair is memory of the program's, the typed tape. It is
 * no arena: its size is known, and nothing is asked for. Its last member may be the address of a
 * tape that its arena keeps (tape_store_kept). */
#ifndef ENZCC_EMIT_TAPE_H
#define ENZCC_EMIT_TAPE_H
#include "emit/pair.h"
#include <stdint.h>

/* Fields of allocations have no padding (plan/allocations.c), and the program's memory has any
 * alignment. */
enum { TAPE_FIELD_ALIGNMENT = 1 };

/* A place in code, and the tape that it works on. */
struct tape_site {
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMValueRef tape; /* address of the state */
    bool zeroed;       /* -fenz-tape-zero: blocks are cleared */
    bool deep;         /* devices: calls go as deep as only the run knows */
};

struct tape_arena {
    /* What the owner of a tape has on its stack, and what `mark` fills. */
    LLVMTypeRef (*state_type)(LLVMModuleRef m);
    LLVMTypeRef (*mark_type)(LLVMModuleRef m);
    /* Of blocks: a power of two. */
    unsigned (*alignment)(LLVMModuleRef m);

    /* Makes the state an empty tape; `close` gives back all blocks and runs what was deferred. */
    void (*open)(const struct tape_site *s);
    void (*close)(const struct tape_site *s);
    /* Opened, a tape that nothing was asked of: the code of `open` goes, and the state. False if
     * the tape is used. */
    bool (*forget)(const struct tape_site *s);
    LLVMValueRef (*alloc)(const struct tape_site *s, LLVMValueRef bytes);
    /* Rules of the user may allocate on the tape, through a function of the runtime: it has a body
     * from now on. */
    void (*serve_rules)(const struct tape_site *s);
    /* An open tape gets a limit, in bytes, at which the program ends, with the name of the function
     * that is differentiated. */
    void (*limit)(const struct tape_site *s, uint64_t bytes, const char *function);

    /* `release` gives back what was asked for since `mark`. */
    void (*mark)(const struct tape_site *s, LLVMValueRef mark);
    void (*release)(const struct tape_site *s, LLVMValueRef mark);
    /* When the tape closes fn(block) is called, or fn(operands) unless that is NULL. */
    void (*defer)(const struct tape_site *s, LLVMValueRef block, LLVMValueRef operands,
                  LLVMValueRef fn);

    /* Tapes that outlive the call that filled them: an open tape becomes one of those, `keep` moves
     * it into its own memory, whose address it returns; the second half goes on with an open tape
     * of its own after `resume`. `drop` frees a kept tape; s->tape is its address. */
    void (*start)(const struct tape_site *s);
    LLVMValueRef (*keep)(const struct tape_site *s);
    void (*resume)(const struct tape_site *s, LLVMValueRef kept);
    void (*drop)(const struct tape_site *s);
};
extern const struct tape_arena tape_host;
extern const struct tape_arena tape_device;

/* Stack memory, at the builder's place, for the state of a tape or for a mark: its address as the
 * arena takes it. */
LLVMValueRef tape_slot(LLVMModuleRef m, LLVMBuilderRef b, LLVMTypeRef type);

/* The kept tape in a pair's tape, which is at `tape`. */
void tape_store_kept(LLVMBuilderRef b, const struct emit_pair *pair, LLVMValueRef tape,
                     LLVMValueRef kept);
LLVMValueRef tape_load_kept(LLVMBuilderRef b, const struct emit_pair *pair, LLVMValueRef tape);
/* Frees it. */
void tape_drop_kept(LLVMModuleRef m, LLVMBuilderRef b, const struct emit_pair *pair,
                    LLVMValueRef tape);
#endif
