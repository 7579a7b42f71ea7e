/* State of the generation of one derivative function.
 *
 * Emission decides nothing: what is stored, recomputed or skipped is in the plan. The forward sweep
 * is a copy of the primal with shadows beside pointers (primal.c, memory.c, calls.c); the reverse
 * sweep walks blocks backwards (control.c) and reverses instructions (adjoint.c); forward mode adds
 * tangents to the copy (tangent.c). values.c gives access to primal values, shadows, slots and
 * adjoints from either sweep. */
#ifndef ENZCC_EMIT_GEN_H
#define ENZCC_EMIT_GEN_H
#include "plan/bytes.h"
#include "plan/program.h"

enum gen_kind {
    GEN_FORWARD,   /* tangents */
    GEN_COMBINED,  /* forward and reverse sweep in one function */
    GEN_AUGMENTED, /* forward sweep of a callee: returns its frame */
    GEN_REVERSE,   /* reverse sweep of a callee */
    GEN_TANGENTS   /* split mode: tangents, with primal values from the tape */
};

struct emission;

/* What was noted of a value, or loaded part of one, of which integers are made that are stored: see
 * struct plan_bytes. */
struct gen_part {
    LLVMValueRef *slots; /* per direction: its tangent */
    LLVMValueRef *bytes; /* per direction: the bytes of its shadow */
    LLVMValueRef apart;  /* an i1 variable: it is part of an address */
    LLVMValueRef found;  /* an i1 variable: bytes of an address were loaded */
};

/* Of a loop with checkpoints (checkpoint.c). */
struct gen_segments {
    LLVMValueRef checkpoints;         /* variable: the runtime's */
    LLVMValueRef length, start, goal; /* variables: iterations of a segment; the first one of the
                                         current segment; the end of the stretch */
    unsigned phis;                    /* of the header */
    LLVMValueRef *state;              /* per phi and its shadows: variable */
    struct region *regions;           /* memory of snapshots in the forward sweep */
    struct gen_undo *undone;          /* per entry of the plan's list */
    /* Of the copy that is being emitted. */
    LLVMValueRef *entered;                /* per phi and its shadows: value at the start */
    LLVMValueRef end;                     /* of the segment */
    LLVMBasicBlockRef again, entry, back; /* start of a segment; from where the header is entered */
    LLVMBasicBlockRef entry_again;        /* reverse sweep: where a segment runs again */
};

struct gen {
    struct emission *emission;
    EzbCtx *cx;
    LLVMModuleRef module;
    LLVMContextRef context;
    struct arena *arena;
    struct diag_sink *diags;
    struct func *f;
    struct activity_context *c;
    struct activity_facts *a;
    struct plan *plan;              /* NULL in forward mode */
    const struct plan_bytes *bytes; /* per value */
    const struct derivative *deriv;
    enum gen_kind kind;
    unsigned width;

    LLVMValueRef fn;
    LLVMBuilderRef b;        /* where code goes */
    LLVMBuilderRef entry;    /* before the terminator of the entry block: stack slots */
    LLVMBasicBlockRef start; /* first block after the entry block */
    LLVMValueRef tape;       /* address of its state (tape.h) */
    bool owns_tape;
    /* Tells code of adjoints and tangents from primal code; NULL without debuggers. */
    LLVMMetadataRef debug;
    LLVMValueRef map;    /* forward mode: the tape whose kind map follows tangents, or NULL */
    LLVMValueRef lost;   /* forward mode: slot of the place where a tangent was lost, or NULL */
    LLVMValueRef sums;   /* of the thread (runtime/sums.h), where the plan has some */
    LLVMValueRef frame;  /* augmented, reverse: the function's frame */
    LLVMValueRef *seeds; /* per direction, reverse */

    /* Forward sweep. */
    LLVMValueRef *primal;           /* per value */
    LLVMValueRef *shadow;           /* per value * width + direction */
    LLVMValueRef *tangent;          /* likewise, forward mode; NULL = zero */
    LLVMBasicBlockRef *begin;       /* per block */
    LLVMBasicBlockRef *end;         /* per block: where its terminator went */
    LLVMValueRef *array;            /* per allocation: its base, or the current linked frame */
    unsigned replay_loop;           /* loop of which an iteration is being replayed, or NO_ID */
    unsigned segment_loop;          /* loop of which a segment is being run again, or NO_ID */
    struct gen_segments **segments; /* per loop */
    bool primal_only; /* emitting the forward copy of a replayed loop: no shadows, no record */

    /* Slots and adjoints: stack slots made on demand. */
    LLVMValueRef *slots;    /* per cached value; the value itself where it is there whenever the
                               reverse sweep runs */
    struct bits always;     /* blocks that run before every reverse sweep of the same activation */
    LLVMValueRef *adjoints; /* per value * width + direction: the slot; of a local number what has
                               been added so far */
    LLVMValueRef *gathered; /* per direction: sum of what is gathered so far, or NULL */
    unsigned reversing;     /* the block whose reverse is being emitted, or NO_ID */
    const struct adjoint_op *op; /* the operation that is being emitted, or NULL */
    unsigned finding;            /* values are being looked up that others are computed from */

    /* Reverse sweep. */
    LLVMBasicBlockRef *reverse; /* per block */
    LLVMValueRef *counter;      /* per loop: slot of the reverse counter */
    LLVMValueRef *linked;       /* per loop: slot of the current linked frame */
    LLVMValueRef *table;     /* per loop: slot of the table of linked frames, first iteration first
                                (GEN_TANGENTS) */
    LLVMValueRef *strip_end; /* per loop in strips: slot of the iteration behind the strip, */
    LLVMValueRef *strip_start; /* and of its first one */
    LLVMValueRef *carried;     /* per phi and direction: slot of the adjoint that is the same in all
                                  iterations (plan/carried.h), or NULL */
    LLVMValueRef *kept;        /* per value * width + direction: array of what a strip keeps */
    LLVMBasicBlockRef *again;  /* per loop with several adjoint loops: start of the last one */
    LLVMBasicBlockRef *replay; /* per loop: start of the replayed iteration */
    LLVMValueRef *mark;        /* per loop: slot of the tape mark of the replayed iteration */
    LLVMValueRef *ran;         /* per loop: slot, has the fused loop run? */
    LLVMValueRef *state;       /* per value: slot of a header or exit phi of a fused loop */
    struct gen_part *parts;    /* per value */
    LLVMValueRef *deferred;    /* per value: slots {address, value} of a deferred store, or NULL */
    LLVMValueRef *primal_only_blocks; /* per value: slot of the current block of
                                         gen_primal_only_block, or NULL */
    LLVMValueRef result;              /* the primal's result, from the forward sweep */
    VEC(unsigned) work;               /* blocks whose reverse is wanted and not emitted */
    LLVMValueRef *memo; /* per cached value: value found in the current stretch of straight code */
    unsigned *memo_epoch, epoch;

    /* Aliasing: primal, shadow and tape accesses never overlap. */
    LLVMMetadataRef kinds[3];         /* the scope of each kind */
    struct map object_domains;        /* of the primal's scopes of objects -> that of ours */
    LLVMMetadataRef *argument_scopes; /* with -fenz-noalias-shadow: one for each direction of each
                                         argument that has a shadow, */
    unsigned *argument_scope;         /* per argument: the first of its directions, */
    unsigned argument_scope_count;    /* and how many */
    struct map object_scopes; /* the primal's scope of such an object -> that of it here, then those
                                 of its shadow per direction */
};
enum access_kind { ACCESS_PRIMAL, ACCESS_SHADOW, ACCESS_TAPE };

/* ---- values.c: primal values and shadows of the forward sweep; types; small builders ---- */
LLVMTypeRef gen_ptr_type(struct gen *g);
/* Of loop counters, and of sizes, which are multiples of them: 64 bits on all targets. */
LLVMTypeRef gen_i64(struct gen *g);
bool gen_is_word(struct gen *g, LLVMTypeRef t); /* an integer as wide as an address */
LLVMValueRef gen_const_i64(struct gen *g, uint64_t v);
/* Forward sweep: operand, shadow of a pointer operand (itself if it has none). */
LLVMValueRef gen_primal(struct gen *g, LLVMValueRef v);
LLVMValueRef gen_shadow(struct gen *g, LLVMValueRef v, unsigned direction);
/* Shadow of a constant (global, address in a global). */
LLVMValueRef gen_constant_shadow(struct gen *g, LLVMValueRef v, unsigned direction);
uint8_t gen_state(struct gen *g, LLVMValueRef v);
bool gen_has_shadow(struct gen *g, LLVMValueRef v);
bool gen_is_active(struct gen *g, LLVMValueRef v); /* has an adjoint */
/* What the plan says of an instruction of the primal. */
const struct plan_bytes *gen_bytes(const struct gen *g, LLVMValueRef inst);
/* a + b over FP leaves of any type; flags as those of `like` (may be NULL). */
LLVMValueRef gen_add(struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef like);
LLVMValueRef gen_stack_slot(struct gen *g, LLVMTypeRef t, bool zero);
LLVMValueRef gen_load(struct gen *g, LLVMTypeRef t, LLVMValueRef p, unsigned align,
                      enum access_kind k);
LLVMValueRef gen_store(struct gen *g, LLVMValueRef v, LLVMValueRef p, unsigned align,
                       enum access_kind k);
LLVMValueRef gen_offset(struct gen *g, LLVMValueRef p, LLVMValueRef bytes);
LLVMBasicBlockRef gen_block(struct gen *g);
LLVMValueRef gen_call(struct gen *g, LLVMValueRef fn, LLVMValueRef *args, unsigned n);
LLVMValueRef gen_declare(struct gen *g, const char *name, LLVMTypeRef ret, LLVMTypeRef *params,
                         unsigned n);
void gen_memset(struct gen *g, LLVMValueRef p, LLVMValueRef bytes);
/* Runs `body` only where shadow != primal if the state says mixed; straight code otherwise. */
struct gen_guard {
    LLVMBasicBlockRef rest;
};
struct gen_guard gen_guard_begin(struct gen *g, uint8_t state, LLVMValueRef primal,
                                 LLVMValueRef shadow);
/* Begins one around code that runs where the number is not zero. */
struct gen_guard gen_guard_nonzero(struct gen *g, LLVMValueRef number);
/* What follows runs only if the mixed pointer is constant. */
struct gen_guard gen_guard_constant(struct gen *g, LLVMValueRef primal, LLVMValueRef shadow);
void gen_guard_end(struct gen *g, struct gen_guard guard);
struct rule_env gen_rule_env(struct gen *g, LLVMValueRef inst, LLVMValueRef (*value)(void *, int),
                             void *user);
/* Diagnostic at the primal instruction; false. */
bool gen_unsupported(struct gen *g, LLVMValueRef inst, const char *what);

/* ---- alias.c: what accesses say of aliases ---- */
void gen_mark_access(struct gen *g, LLVMValueRef inst, enum access_kind k);
/* The same, of an access to what `inst` accesses in the primal, or to its shadow. */
void gen_mark_access_like(struct gen *g, LLVMValueRef access, enum access_kind k, LLVMValueRef inst,
                          unsigned direction);
/* The scopes of primal, shadow and tape, declared at the entry. */
void gen_declare_kinds(struct gen *g);
/* Declares, at the place of the builder, the scopes here of objects whose scopes are declared by
 * value v, or anywhere in the loop and in no loop inside of it (NO_ID: in no loop). */
void gen_declare_objects(struct gen *g, LLVMBuilderRef b, unsigned v);
void gen_declare_objects_of(struct gen *g, LLVMBuilderRef b, unsigned loop);
/* The test enz.disjoint (rules.h), of shadows as well. */
bool gen_disjoint(struct gen *g, unsigned v);

/* ---- slots.c: cached values, read back or recomputed in reverse; adjoints -------------------- */
void gen_record(struct gen *g, unsigned cached,
                LLVMValueRef value); /* forward sweep; no-op if the plan does not keep it */
void gen_record_always(
    struct gen *g, unsigned cached,
    LLVMValueRef value); /* also in the primal-only forward copy of a replayed loop */
/* unwind.c: an exception that leaves the function runs clean-up code and frees the tape. When all
 * else is emitted. */
void gen_unwind(struct gen *g);
/* Number of elements of an allocation of arrays, in front of its outermost loop. */
LLVMValueRef gen_allocation_elements(struct gen *g, const struct plan_allocation *allocation);
/* start + count * step of an affine header phi (plan_affine_phi). */
LLVMValueRef gen_affine_value(struct gen *g, unsigned v, LLVMValueRef count, LLVMValueRef start,
                              LLVMValueRef step, bool subtract);
LLVMValueRef gen_lookup(struct gen *g, unsigned cached); /* reverse sweep */
LLVMValueRef gen_reverse_operand(struct gen *g, LLVMValueRef v);
LLVMValueRef gen_reverse_shadow(struct gen *g, LLVMValueRef v, unsigned direction);
void gen_new_stretch(struct gen *g); /* nothing looked up before may be reused */
LLVMValueRef gen_reverse_counter(struct gen *g, unsigned loop);
/* Fetches the row of tapes that the loop reads the next time it runs in the reverse sweep, in the
 * primal's order: rows follow each other backwards then, which the processor does not foresee. */
void gen_prefetch_row(struct gen *g, unsigned l);

/* ---- accumulate.c: all additions to adjoints ---- */
/* x as t: what an integer carries may be known at one end of its way only. NULL for two kinds of
 * numbers, which have nothing in common. */
LLVMValueRef gen_same_bits(struct gen *g, LLVMValueRef x, LLVMTypeRef t);
LLVMTypeRef gen_adjoint_type(struct gen *g, LLVMValueRef v);
/* The sum of adjoints so far and one more. */
LLVMValueRef gen_accumulate(struct gen *g, enum accumulate how, LLVMValueRef sum,
                            LLVMValueRef amount, LLVMValueRef like);
/* How the operation that is being emitted adds to the adjoint of value v. */
enum accumulate gen_adds(struct gen *g, unsigned v);
void gen_add_adjoint(struct gen *g, LLVMValueRef v, unsigned direction, LLVMValueRef amount,
                     LLVMValueRef like);
LLVMValueRef gen_adjoint_slot(struct gen *g, unsigned v, unsigned direction);
/* i1: the adjoints of all these values are zero, in all directions. */
LLVMValueRef gen_are_zero(struct gen *g, const struct plan_results *values);
LLVMValueRef gen_take_adjoint(struct gen *g, unsigned v, unsigned direction); /* reads and clears */
/* Adds to the shadow of what the operation's load accesses. */
void gen_add_to_shadow(struct gen *g, const struct adjoint_op *op, LLVMValueRef shadow,
                       LLVMValueRef bar, unsigned direction);

/* ---- atomics.c ---- */
void gen_atomic_add(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount);
/* On a device: lanes of a warp most likely add to the same memory. */
void gen_reduced_add(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount);
LLVMValueRef gen_atomic_take(struct gen *g, LLVMValueRef shadow,
                             LLVMTypeRef t); /* reads and clears */
/* Shadow memory is read and written like the memory that inst accesses: aligned and ordered so. */
LLVMValueRef gen_load_as(struct gen *g, LLVMTypeRef t, LLVMValueRef shadow, LLVMValueRef inst,
                         unsigned direction);
void gen_store_as(struct gen *g, LLVMValueRef value, LLVMValueRef shadow, LLVMValueRef inst,
                  unsigned direction);
/* atomicrmw and CALL_CAS: adjoint, and tangent of the result (shadow memory is updated). */
void gen_atomic_adjoint(struct gen *g, unsigned v, unsigned direction);
void gen_cas_adjoint(struct gen *g, unsigned v, unsigned direction);
LLVMValueRef gen_atomic_tangent(struct gen *g, unsigned v, unsigned direction);
LLVMValueRef gen_cas_tangent(struct gen *g, unsigned v, unsigned direction);

/* ---- sums.c: sums of the thread for what others add to as well ---- */
void gen_begin_sums(struct gen *g); /* in the entry block */
void gen_end_sums(struct gen *g);   /* all are added to memory */
void gen_add_to_sums(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount);
/* What is in the sum for the memory, a number or a vector of them, or zero; it is zero then, if the
 * operation clears. */
LLVMValueRef gen_take_from_sums(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t, bool clears);
/* What sums have for these bytes of memory is added to it. */
void gen_settle(struct gen *g, LLVMValueRef shadow, LLVMValueRef bytes);
/* For a number that may not be aligned: adds to the sum, or takes it. */
void gen_keep_number(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount);
LLVMValueRef gen_take_kept(struct gen *g, LLVMValueRef shadow, LLVMTypeRef t);
/* No other thread adds to memory by the runtime, from here on, or any more. */
void gen_exclude_others(struct gen *g, bool begins);
/* Adds to memory by the runtime if the plan says so and the runtime can. */
bool gen_add_locked(struct gen *g, LLVMValueRef shadow, LLVMValueRef amount);

/* ---- tape.c: memory of the tape, by the arena of the module (tape.h) ---- */
/* The function gets a tape of its own; at its end that is closed, or goes if nothing used it. */
void gen_open_tape(struct gen *g);
void gen_end_tape(struct gen *g);
void gen_close_tape(struct gen *g); /* at the builder's place */
LLVMValueRef gen_tape_alloc(struct gen *g, LLVMValueRef bytes);
unsigned gen_tape_alignment(struct gen *g); /* of such blocks */
/* alignment: a power of two, perhaps a larger one. */
LLVMValueRef gen_tape_alloc_aligned(struct gen *g, LLVMValueRef bytes, unsigned alignment);
/* The function of the runtime by which rules allocate is defined in the module from now on. */
void gen_tape_serve_rules(struct gen *g);
/* What is on the tape since a mark goes. */
LLVMValueRef gen_tape_mark_slot(struct gen *g);
void gen_tape_mark(struct gen *g, LLVMValueRef mark);
void gen_tape_release(struct gen *g, LLVMValueRef mark);
void gen_defer_free(struct gen *g, LLVMValueRef p, LLVMValueRef free_fn);
/* Postpones fn(operands), which frees `block` unless it is NULL. */
void gen_defer_call(struct gen *g, LLVMValueRef block, LLVMValueRef operands, LLVMValueRef fn);

/* ---- primal.c: the forward sweep ---- */
bool gen_forward_sweep(struct gen *g);
LLVMValueRef
gen_copy_inst(struct gen *g,
              LLVMValueRef inst); /* the instruction with its operands of the forward sweep */
void gen_note_value(struct gen *g, unsigned v, LLVMValueRef value);
void gen_note_shadow(struct gen *g, unsigned v, unsigned direction, LLVMValueRef shadow);
bool gen_forward_blocks(struct gen *g, const unsigned *blocks,
                        unsigned count); /* copies of these blocks, in this order */
LLVMValueRef gen_base_size(struct gen *g, const struct plan_snapshot *s,
                           LLVMValueRef (*read)(struct gen *, LLVMValueRef));
/* ---- replay.c: running a loop's body again in the reverse sweep ---- */
unsigned gen_linked_allocation(const struct gen *g,
                               unsigned l); /* the linked allocation of loop l, or NO_ID */
LLVMBasicBlockRef gen_replay_entry(struct gen *g, unsigned loop);
LLVMValueRef gen_fuse_ran(struct gen *g, unsigned loop); /* slot: has the fused loop run? */
void gen_enter_fused(struct gen *g, unsigned loop);      /* on the edge into a fused loop */
void gen_replay_leave(struct gen *g, unsigned loop);     /* at the end of the iteration's reverse */
LLVMValueRef
gen_fuse_again(struct gen *g,
               unsigned loop); /* the same, fused: steps the state; does the loop go on? */
void gen_sunk(
    struct gen *g); /* what depends on fused loops, and deferred stores, in the primal's order */
/* Values of the forward sweep from outside of loop l are those of the reverse sweep from now on,
 * until the result is handed back. */
struct gen_outside;
struct gen_outside *gen_find_outside(struct gen *g, unsigned l);
void gen_restore_outside(struct gen *g, const struct gen_outside *saved);
/* ---- checkpoint.c: loops of which the tape holds one segment at a time ---- */
bool gen_has_segments(const struct gen *g, unsigned l); /* l may be NO_ID */
struct gen_segments *gen_segments_of(struct gen *g, unsigned l);
/* What a function of the runtime (enz_rt.h) says of the checkpoints of l, at iteration `step` if
 * that is set: a pointer. */
LLVMValueRef gen_ask_checkpoints(struct gen *g, unsigned l, const char *name, LLVMValueRef step);
LLVMValueRef gen_segment_length(struct gen *g, unsigned l);
LLVMValueRef gen_segment_start(struct gen *g, unsigned l); /* its first iteration */
uint64_t gen_checkpoint_every(const struct emission *e);
/* Forward sweep, in the preheader: before arrays are allocated, and behind. */
/* Memory with its address and size in this sweep. */
struct region {
    LLVMValueRef object, bytes;
};
typedef LLVMValueRef gen_read(struct gen *g, LLVMValueRef v); /* in this sweep */
/* From the lowest to the highest address that iterations access. */
struct region gen_region_of(struct gen *g, const struct plan_region *r, gen_read *read);
void gen_begin_checkpoints(struct gen *g, unsigned l);
void gen_enter_checkpoints(struct gen *g, unsigned l);
/* At the end of the latch: goes on, or to `behind`. The block that leads there. */
LLVMBasicBlockRef gen_end_segment(struct gen *g, unsigned l, LLVMBasicBlockRef behind);
void gen_fill_segment_phi(struct gen *g, unsigned v); /* of the header */
/* Reverse sweep: where the loop is entered, where a segment starts that is not the first one, where
 * the loop is left. */
void gen_reverse_checkpoints(struct gen *g, unsigned l);
LLVMBasicBlockRef gen_segment_entry(struct gen *g, unsigned l);
void gen_leave_checkpoints(struct gen *g, unsigned l);
/* Forward sweep: keeps what loops behind block b, their preheader, or instruction v overwrite of
 * what loops with checkpoints read (undo.c). */
void gen_keep_overwritten(struct gen *g, unsigned preheader);
void gen_keep_overwritten_by(struct gen *g, unsigned v);
/* The runtime keeps what memory holds now, for the end of the derivative. */
void gen_hold(struct gen *g, LLVMValueRef start, LLVMValueRef bytes);
/* Reverse sweep: memory that loop l reads is what it was when l ended; afterwards what it is to be
 * in the end. */
void gen_undo(struct gen *g, unsigned l);
void gen_redo(struct gen *g, unsigned l);
LLVMBasicBlockRef gen_reverse_block(struct gen *g, unsigned b);
/* Instruction v, if it is a store that waits for the end of the derivative. */
void gen_deferred_store(struct gen *g, unsigned v);
/* Forward mode, behind v, if it is a value, or a load of parts of one, of which integers are made
 * that are stored: keeps its tangent for checks at these stores. */
void gen_keep_part(struct gen *g, unsigned v);
/* ---- memory.c: forward sweep of allocations, stores, copies ---- */
bool gen_memory_inst(struct gen *g, unsigned v);
/* Clears the numbers in the shadow of allocation v; see plan_clears. */
void gen_clear_allocation(struct gen *g, unsigned v, LLVMValueRef shadow, LLVMValueRef bytes);
/* The adjoint or pointer part of a copy; layouts from the plan. */
void gen_copy_pointers(struct gen *g, unsigned v);
void gen_copy_adjoint(struct gen *g, unsigned v);
void gen_copy_tangent(struct gen *g, unsigned v);
/* ---- transfers.c: copies and fills of memory of devices ---- */
/* For a copy from or to a device, the address where the host can read and write the shadow; for
 * others, the shadow. primal: NULL if that is certainly not the same. The second function writes
 * back what was changed. */
LLVMValueRef gen_stage(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef primal,
                       LLVMValueRef bytes);
void gen_unstage(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef staged,
                 LLVMValueRef bytes);
/* Sets the shadow of what `inst` fills to zero. */
void gen_clear_filled(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef bytes);
/* ---- heap.c: forward sweep of allocations and frees ---- */
bool gen_allocation(struct gen *g, unsigned v);
/* Size of what an allocation call allocates; NULL if its class does not say. */
LLVMValueRef gen_allocation_bytes(struct gen *g, unsigned v,
                                  LLVMValueRef (*read)(struct gen *, LLVMValueRef));
bool gen_free(struct gen *g, unsigned v);
bool gen_block_size(struct gen *g, unsigned v);
LLVMValueRef gen_primal_only_block(struct gen *g, unsigned v,
                                   LLVMValueRef bytes); /* for a tape allocation */
void gen_free_primal_only_blocks(struct gen *g);
LLVMValueRef gen_shadow_or_null(struct gen *g, LLVMValueRef p,
                                unsigned direction); /* NULL for a constant pointer */
/* ---- calls.c ---- */
bool gen_primal_call(struct gen *g, unsigned v);
bool gen_adjoint_call(struct gen *g, unsigned v);
/* Calls `name` where v waits for other threads, with the values of v's operands, and of v. */
void gen_call_sync(struct gen *g, unsigned v, const char *name,
                   LLVMValueRef (*value)(struct gen *, LLVMValueRef));
struct derivative *gen_callee(struct gen *g, unsigned v); /* the derivative of a called function */
/* ---- adjoint.c ---- */
/* One operation of the reverse sweep (plan/program.h). */
void gen_adjoint(struct gen *g, const struct adjoint_op *op);
/* What is built from now on is for value v; NO_ID: for none. */
void gen_for_debuggers(struct gen *g, unsigned v);
/* ---- bits.c: integer arithmetic on the bits of active floating-point values ---- */
/* factor times the derivative of a lane; bits: the operand (NULL unless needed), t: its adjoint
 * type. */
struct lane_source;
LLVMValueRef gen_lane_product(struct gen *g, const struct lane_source *s, LLVMValueRef bits,
                              LLVMTypeRef t, LLVMValueRef factor);
/* Lane i of a vector or the number itself. */
LLVMValueRef gen_lane(struct gen *g, LLVMValueRef v, unsigned i);
LLVMValueRef gen_set_lane(struct gen *g, LLVMValueRef v, unsigned i, LLVMValueRef x);
/* ---- follow.c: forward mode: tangents that are lost ---- */
/* Notes that the tangent of inst is lost where the i1 is true. */
void gen_note_lost(struct gen *g, LLVMValueRef inst, LLVMValueRef lost);
/* In front of a use of v, or of instruction v if that uses its operands: ends the program if the
 * tangent is lost. */
void gen_check_lost_tangent(struct gen *g, LLVMValueRef v);
void gen_check_lost_operands(struct gen *g, unsigned v);
/* ---- kinds.c: memory whose bytes only the run can tell apart (runtime/kinds) ---- */
/* Forward sweep. Of the allocation `inst`: new shadow memory. */
void gen_kind_fresh(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef bytes);
/* Behind the store `inst`. */
void gen_kind_store(struct gen *g, LLVMValueRef inst, unsigned direction);
/* Of a store of an integer to tracked memory where only the run knows whether it is an address: an
 * i1, true if it is one, which its shadow tells by being another. NULL for other stores. */
LLVMValueRef gen_kind_perhaps_address(struct gen *g, LLVMValueRef store, unsigned direction);
/* Whether the n bytes of shadow have bytes of an address, an i1. */
LLVMValueRef gen_kind_has_address(struct gen *g, LLVMValueRef shadow, uint64_t n);
/* At the load `inst` of an integer: its bytes must not be an address that gets lost. */
void gen_kind_check_load(struct gen *g, LLVMValueRef inst);
/* The shadow of what `inst` loads; loaded: what stands in the shadow memory. */
LLVMValueRef gen_kind_load(struct gen *g, LLVMValueRef inst, LLVMValueRef loaded,
                           unsigned direction);
/* The same in forward mode, where the map follows bytes: the shadow is lost if these are not known
 * as those of one pointer. */
LLVMValueRef gen_kind_followed(struct gen *g, LLVMValueRef inst, LLVMValueRef loaded,
                               unsigned direction);
/* Behind the load v from memory with untyped bytes: the shadow that it found or, if that is null
 * and the address may be a constant pointer, the address itself. It was copied from constant
 * memory, or written by code that has no derivative; both leave zero bytes in the shadow. So does
 * what the program has put into a global before the derivative call: there the run ends if numbers
 * may be behind the pointer. */
LLVMValueRef gen_kind_constant_pointer(struct gen *g, unsigned v, LLVMValueRef shadow,
                                       unsigned direction);
/* A call of RULE_BYTE_SOURCES. */
void gen_byte_sources(struct gen *g, unsigned v);
/* The bytes behind p have been overwritten with what is no pointer and has no derivative. */
void gen_kind_untyped(struct gen *g, LLVMValueRef p, LLVMValueRef bytes);
void gen_kind_copy(struct gen *g, LLVMValueRef inst, const struct copy_layout *l);
/* Split mode, tangents of a copy: moves bytes that are no pointers to `shadow`. */
void gen_kind_tangents(struct gen *g, LLVMValueRef shadow, LLVMValueRef from, LLVMValueRef bytes);
/* The same of a value of this type that is stored, whose tangent is at `from`. */
void gen_kind_tangent_store(struct gen *g, LLVMValueRef shadow, LLVMValueRef from,
                            LLVMTypeRef type);
/* Reverse sweep. Of the load `inst`: adds `bar`; of the store: reads and clears, as type t. */
void gen_kind_add(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef bar);
LLVMValueRef gen_kind_take(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMTypeRef t);
void gen_kind_overwritten(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow,
                          LLVMValueRef bytes);
void gen_kind_copy_adjoint(struct gen *g, LLVMValueRef inst, const struct copy_layout *l);
/* Forward mode, memory that is followed. In front of the store `inst`; of another instruction that
 * puts values of type t there; of other changes, to what is part of no value; of a copy. */
void gen_kind_put(struct gen *g, LLVMValueRef inst, unsigned direction);
/* The same of the pointer of a string, to which the library has given a text. */
void gen_kind_text(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow);
void gen_kind_put_type(struct gen *g, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef t,
                       unsigned direction);
void gen_kind_put_untyped(struct gen *g, LLVMValueRef shadow, LLVMValueRef bytes);
void gen_kind_move(struct gen *g, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes);
/* Behind a store of an integer that may be part of a value. */
void gen_kind_part(struct gen *g, LLVMValueRef inst, unsigned direction);
/* What `inst` has loaded. */
LLVMValueRef gen_kind_tangent(struct gen *g, LLVMValueRef inst, LLVMValueRef loaded,
                              unsigned direction);
/* Clears what is an adjoint, and nothing else. */
void gen_kind_clear(struct gen *g, LLVMValueRef shadow, LLVMValueRef bytes);
/* ---- checks.c: what only the run can know ---- */
/* "file:line:column" of an instruction, for messages at run time. */
LLVMValueRef gen_where(struct gen *g, LLVMValueRef inst);
/* Ends the program with the runtime's function `end`, which gets the place, if `lost` holds. */
void gen_end_at(struct gen *g, LLVMValueRef lost, const char *end, LLVMValueRef where);
/* Ends the program at inst unless x, a tangent or adjoint, is zero. */
void gen_check_zero(struct gen *g, LLVMValueRef inst, LLVMValueRef x);
/* At an address made of the bits of an active floating-point value, as happens in code for objects
 * of other classes: ends the program if it is more than compared. */
void gen_check_address(struct gen *g, LLVMValueRef address);
/* At the address v, an inttoptr: ends the program with the runtime's function `end` unless the
 * pointer is null or only compared. */
void gen_end_unless_null(struct gen *g, LLVMValueRef v, const char *end);
/* Behind the load of a pointer that may be in a global: ends the program if the pointer is set, its
 * shadow is not, and numbers are there. */
void gen_check_global_shadow(struct gen *g, LLVMValueRef load, unsigned direction);
/* The same if `none`, an i1, holds: nothing was found in the shadow of what is loaded, and that is
 * in a global. */
void gen_check_constant(struct gen *g, LLVMValueRef load, LLVMValueRef none, unsigned direction);
/* ---- lost.c: integers made of addresses ---- */
/* Behind v, if it is a load of an integer that may be, or be made of, an address, and that integers
 * which are stored are made of: notes whether one was found; */
void gen_look_for_address(struct gen *g, unsigned v);
/* at such a store: whether the integer was made of an address, an i1. */
LLVMValueRef gen_stores_address(struct gen *g, LLVMValueRef store);
/* STORED_LOST: the shadow says whether it was, outside of the kind map. */
void gen_lose_shadow(struct gen *g, LLVMValueRef store, unsigned direction);
/* Ends the program where the address v was made by integer arithmetic of one that has a shadow:
 * the shadow of the result, or a null pointer, is not that of what it points to. */
void gen_check_made(struct gen *g, LLVMValueRef v);
/* The same for a pointer, or several, with a shadow that may say so (gen_lose_shadow). */
void gen_check_lost(struct gen *g, LLVMValueRef v, LLVMValueRef shadow);
/* ---- words.c: integers from which addresses are calculated ---- */
/* Behind v, if it is an integer narrower than a word that words, or integers in memory, are made
 * of: notes whether it is part of an address. */
void gen_note_word_part(struct gen *g, unsigned v);
/* What an access is aligned to that is aligned to `align` in the primal. */
unsigned gen_alignment(struct gen *g, unsigned align, enum access_kind k);
/* Bits that a mask must leave, so that an address is still one: those above the low ones, in which
 * there may be marks, and below those that are alike in all addresses. */
#define WORD_ADDRESS_BITS UINT64_C(0x00007ffffffff000)
enum { WORD_LOW_BITS = 0xfff };
/* The shadow of address `to`, which the program has calculated from `from`, in the same block:
 * blocks and shadows need not be aligned alike. */
LLVMValueRef gen_moved_shadow(struct gen *g, LLVMValueRef from, LLVMValueRef shadow,
                              LLVMValueRef to);
LLVMValueRef gen_word_shadow(struct gen *g, LLVMValueRef inst, unsigned direction);
/* Behind a call of LLVM's functions for integers. */
void gen_note_call_words(struct gen *g, unsigned v);
/* The shadow of the word that is loaded, of which part may be lost. */
LLVMValueRef gen_loaded_word(struct gen *g, LLVMValueRef load, LLVMValueRef shadow);
/* STORED_WORD: an integer that has no shadow is beside it. */
void gen_clear_word(struct gen *g, LLVMValueRef store, unsigned direction);
/* In front of a store of less than a word: of which word it changes part is not known yet. */
void gen_store_word_part(struct gen *g, LLVMValueRef store);
/* At the store of a word where types have floating-point values: in memory its shadow would be an
 * adjoint, so that it must be none of an address. */
void gen_check_kept_word(struct gen *g, LLVMValueRef store, unsigned direction);
/* Memory that is filled and has integers and addresses only: they have no shadows then. */
void gen_fill_words(struct gen *g, LLVMValueRef fill);
/* At an access to what `pointer` leads to: ends the program if that is a calculated address whose
 * shadow is not known. */
void gen_check_words(struct gen *g, LLVMValueRef inst, LLVMValueRef pointer);
/* ---- control.c ---- */
void gen_reverse_sweep(struct gen *g);
/* The iteration behind `count` in the reverse sweep. */
void gen_next_iteration(struct gen *g, unsigned l, LLVMValueRef count);
/* Iteration `count` is the last one of loop l, or of its segment or strip, in the reverse sweep. */
LLVMValueRef gen_is_last_iteration(struct gen *g, unsigned l, LLVMValueRef count);
/* The operations of one pass over block b. */
void gen_reverse_part(struct gen *g, unsigned b, const struct adjoint_part *part);
/* All adjoint loops of loop l but the last, which begins where the builder is then (passes.c). */
void gen_first_passes(struct gen *g, unsigned l);
/* One iteration of loop l, which passes go over. Adjoints of sums come in where the loop is entered
 * backwards, and go out where it is left. */
void gen_reverse_iteration(struct gen *g, unsigned l, const struct adjoint_part *part);
void gen_enter_sums(struct gen *g, unsigned l);
void gen_leave_sums(struct gen *g, unsigned l);
/* The reverse of block b where it is known that block `before` ran before it; NO_ID: its phis have
 * no adjoints. */
void gen_reverse_straight(struct gen *g, unsigned b, unsigned before);
/* The adjoint of all iterations of a nest whose outermost loop is l (nest.c). The result is NULL,
 * or where the builder goes on if its loops are to be reversed one by one. */
LLVMBasicBlockRef gen_nest(struct gen *g, unsigned l);
/* Of two counts. */
LLVMValueRef gen_smaller(struct gen *g, LLVMValueRef a, LLVMValueRef b);
/* One that gathers, where the loops inside run: trip counts per loop, outermost first. */
void gen_nest_gathers(struct gen *g, const struct plan_nest *n, const LLVMValueRef *trips);
/* ---- tangent.c ---- */
/* Makes the tangent of a value, by its row of tangent.def. */
void gen_tangent(struct gen *g, unsigned v);
LLVMValueRef gen_tangent_of(struct gen *g, LLVMValueRef v,
                            unsigned direction); /* zero constant if inactive */
/* Of type t: zeros, and integers of which is known at one end of their way only what they carry. */
LLVMValueRef gen_tangent_as(struct gen *g, LLVMValueRef v, unsigned direction, LLVMTypeRef t);
/* Adds to `phi`, of tangents, that of `in`, which reaches it from the block `from`. */
void gen_add_incoming_tangent(struct gen *g, LLVMValueRef phi, LLVMValueRef in,
                              LLVMBasicBlockRef from, unsigned direction);
void gen_store_tangent(struct gen *g, LLVMValueRef store, unsigned direction);
void gen_copy_tangent_values(
    struct gen *g, unsigned v); /* the numbers in what a copy moved; pointers are left alone */
/* ---- tangents.c: the body of GEN_TANGENTS; ends where the function returns ---- */
void gen_tangent_sweep(struct gen *g);
/* ---- globals.c ---- */
LLVMValueRef gen_global_shadow(struct emission *e, LLVMValueRef global, unsigned direction);
/* Where the global is; of a thread-local variable, the calling thread's. */
LLVMValueRef gen_address_of_global(struct emission *e, LLVMBuilderRef b, LLVMValueRef global);
/* struct enz_rt_range[]: where the shadows of globals are, as far as gen_finish_shadow_ranges
 * knows, which comes when all derivatives have been made. */
LLVMValueRef gen_shadow_ranges(struct emission *e);
/* At the entry of a top-level derivative: the initial shadow of every shadow global, and those of
 * heap blocks that they point to. */
void gen_reset_globals(struct emission *e, LLVMValueRef fn, unsigned width);
/* Of what threads return or hand out: other derivatives that run at the same time use its shadow,
 * too, so that none begins with changing it. */
bool gen_global_stays(LLVMValueRef global);
/* At the entry of the second half of a pair: shadows of globals without pointers become zero. */
void gen_clear_globals(struct emission *e, LLVMValueRef fn);
/* ---- function.c: signature, prologue, epilogue ---- */
bool gen_function(struct emission *e, struct derivative *d, enum gen_kind kind, LLVMValueRef fn);
#endif
