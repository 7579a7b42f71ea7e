/* What the reverse sweep does, decided before any code is emitted: a reversal schedule per loop,
 * and per primal value whether it is kept or computed again.
 *
 * Everything the reverse sweep may ask of the forward sweep has a number as a *cached value*: a
 * primal value, a shadow, the predecessor a block was entered from, a loop's trip count, the base
 * of an allocation, a callee's tape, what a replayed iteration starts from. One that is kept has a
 * *slot*: a stack slot if forward and reverse code of its definition run in the same activation and
 * iteration (the function itself in combined mode; replayed loops), else a field of a *tape
 * allocation*: the frame of the function (split mode), one linked frame per iteration of a loop
 * whose trip count is unknown, or arrays (structure of arrays) over the loops that its cached
 * values vary with, allocated in front of the outermost loop where all their trip counts are known.
 */
#ifndef ENZCC_PLAN_PLAN_H
#define ENZCC_PLAN_PLAN_H
#include "base/limits.h"
#include "facts/activity.h"
#include "facts/memory.h"
#include "plan/bytes.h"

/* The rows of adjoint.def. */
enum adjoint_row {
    ADJOINT_NONE,
#define ADJOINT(row, ...) ADJOINT_##row,
#include "plan/adjoint.def"
#undef ADJOINT
};

enum cached_how {
    HOW_NONE,
    HOW_SLOT,
    HOW_RECOMPUTE,
    HOW_HELD /* the program has stored it where it stays, and it is loaded from there */
};

enum plan_kind {
    PLAN_COMBINED,
    PLAN_PAIR,     /* augmented forward and reverse are two functions */
    PLAN_REUSABLE, /* such a pair, whose reverse may run several times: it changes nothing that it
                      reads */
    PLAN_TANGENTS  /* such a pair, from whose tape a forward sweep runs as well: it needs every
                      condition */
};

/* What the tape keeps (-fenz-cache): the cheapest set from which all that the reverse sweep asks
 * for can be computed; all that it asks for; what cannot be computed again. */
enum plan_cache { PLAN_CACHE_MINCUT, PLAN_CACHE_ALL, PLAN_CACHE_RECOMPUTE };
/* Additions to shadow memory that other threads may make as well are atomic: in parallel regions;
 * all of them; none (-fenz-atomic). */
enum plan_atomic { PLAN_ATOMIC_AUTO, PLAN_ATOMIC_ALWAYS, PLAN_ATOMIC_NEVER };
enum plan_checkpoints {
    CHECKPOINTS_NONE,
    CHECKPOINTS_COUNTED, /* loops with known trip counts that may keep much may have them */
    CHECKPOINTS_ALL
};
struct plan_wish {
    unsigned width;
    enum plan_kind kind;
    enum plan_checkpoints checkpoints;
    enum plan_cache cache;
    enum plan_atomic atomic;
    bool alone;         /* with `shared`: one team at a time runs it, and nothing else does */
    bool locks_lines;   /* atomic additions are made by the runtime, under its locks */
    bool in_order;      /* iterations add to adjoints in an order that the program says, */
    bool sums_in_order; /* and so do threads: by sums of their own that their team adds to memory */
    bool restores;      /* the reverse sweep puts back what the forward sweep says it overwrites */
    bool keep_scratch;  /* no loop is replayed for the sake of memory that iterations allocate */
    const struct memory *unrestored; /* of struct plan */
    bool nested;                     /* the derivative is differentiated again */
    bool shared; /* other threads may run it at the same time, on the same memory */
    const struct plan_bytes *bytes; /* per value */
    const uint8_t *unread;          /* of struct plan_bytes_wish */
};

enum schedule {
    SCHEDULE_SKIP,   /* nothing in the loop has an adjoint: the reverse sweep steps over it */
    SCHEDULE_STORE,  /* forward loop records, reverse loop reads */
    SCHEDULE_REPLAY, /* the forward loop keeps what an iteration starts from; the reverse iteration
                        runs the primal body again */
    SCHEDULE_CHECKPOINT, /* as STORE, but the tape holds one segment of iterations at a time: the
                            reverse sweep runs segments again, from snapshots of the state */
    SCHEDULE_FUSE /* no forward loop: in the reverse sweep each iteration, in primal order, runs
                     forward and is reversed */
};

struct plan_field {
    unsigned cached;
    LLVMTypeRef type;
    uint64_t size;
    uint64_t offset; /* bytes of the fields before it, and padding on devices */
    unsigned alignment;
};

enum allocation_kind { ALLOCATION_ARRAYS, ALLOCATION_LINKED, ALLOCATION_FRAME };
enum { ALLOCATIONS_PER_LOOP = 12, ALLOCATION_DIMS = 8 };
struct plan_allocation {
    enum allocation_kind kind;
    unsigned loop;                             /* innermost loop of its cached values */
    unsigned top;                              /* arrays: allocated in the preheader of this loop */
    unsigned dims[ALLOCATION_DIMS], dim_count; /* arrays: loops that index them, outermost first */
    LLVMValueRef
        guards[ALLOCATION_DIMS]; /* per dim: condition under which the trip count holds, or NULL */
    bool guard_is_true[ALLOCATION_DIMS];
    bool unguarded; /* some condition is not among these: the trip counts are right without it */
    bool used;
    const void *content; /* arrays of a derivative that is differentiated again: all that fields
                            have in common. The run computes where the array of a field starts: the
                            outer derivative could not tell their types, nor where their pointers
                            lead. Else NULL */
    VEC(struct plan_field) fields;
    uint64_t bytes; /* per iteration */
};

/* Memory that a loop whose body runs again writes, and that must be as it was then. */
struct plan_snapshot {
    unsigned object;        /* value id of the alloca or allocation */
    LLVMValueRef size[2];   /* factors of its size in bytes; NULL: absent */
    uint64_t constant_size; /* of an alloca */
};
/* Memory that a loop with checkpoints writes (state.c): what its extent says of `base`, if all
 * guards hold, else nothing. */
struct plan_guard {
    LLVMValueRef cond;
    bool is_true;
};
enum { REGION_GUARDS = 4 };
struct plan_region {
    const struct func_extent *extent;
    LLVMValueRef base; /* one of the pointers that the extent's phi may hold, or NULL */
    unsigned unread;   /* of struct plan_bytes, of all that is written there */
    uint64_t readers;
    int64_t offset;               /* bytes from the extent's first address to where it starts */
    uint64_t bytes;               /* instead of the extent's; 0: those count */
    unsigned loops[EXTENT_LOOPS]; /* of the extent's steps */
    struct plan_guard guards[REGION_GUARDS];
    unsigned guard_count;
};
/* Memory that a loop with checkpoints reads, and code behind the loop overwrites. */
struct plan_undo {
    unsigned writer;           /* a store, copy or fill */
    unsigned loop;             /* the outermost one around it, or NO_ID */
    struct plan_region region; /* in a loop: what it writes */
};
struct plan_replay {
    VEC(struct plan_snapshot) snapshots;
    VEC(struct plan_region) regions;
    VEC(struct plan_undo) undone; /* in the order in which they run */
    bool takes_regions;           /* checkpoints: they may be added */
    bool cheap; /* checkpoints: an iteration runs again faster than slow memory holds its tape */
    unsigned period;     /* iterations after which all regions have been written; at least 1 */
    VEC(unsigned) start; /* header phis an iteration or segment starts from */
    struct bits idle;    /* replay: header phis whose value an iteration does not need */
    struct bits skip;    /* per value: not executed again (output nobody in the loop reads, I/O) */
    unsigned exit;       /* fused: the block after the loop */
    const char *not_fused; /* why it is not, for the dump */
};

/* Values of a loop that are used behind it. */
enum { PLAN_RESULTS_MAX = 4 };
struct plan_results {
    unsigned values[PLAN_RESULTS_MAX], count;
};

/* What a block has in front of a store that takes an adjoint out of memory, as far as it has to be
 * reversed only for the sake of a few adjoints. */
struct plan_rest {
    unsigned store;
    struct plan_results results; /* none: nothing is left out */
};

/* Cached values that the adjoint of an instruction reads. */
struct plan_reads {
    unsigned *items, count, cap;
};

/* Loads of a loop whose adjoints are gathered (order.c): they read the same elements of an array,
 * in different iterations. Element c is what load i reads in iteration c + low[i], counted from the
 * first element that all of them read; low[i] iterations of load i are in front of that, and
 * high[i] behind. */
enum { GATHER_TERMS_MAX = 8 };
struct plan_gather {
    unsigned first, count; /* pass first + i: load i in iterations at the ends; pass first + count:
                              all loads in the others */
    unsigned low[GATHER_TERMS_MAX], high[GATHER_TERMS_MAX];
    struct plan_gather *next; /* of the same loop */
};

struct program;
struct plan_nest;
struct plan {
    struct func *f;
    struct activity_facts *a;
    struct activity_context *c;
    const struct memory *m;
    const struct memory *unrestored; /* the same, were nothing put back (restored.h) */
    unsigned width;
    enum plan_cache cache;
    unsigned recompute_limit; /* dearer values are kept */
    bool keep_scratch, in_order, nested, shared;
    bool restores;              /* calls of enz.overwrite have the row RESTORE */
    bool adds_atomically;       /* to memory that is not the function's own, */
    bool locks_lines;           /* by the runtime, */
    bool sums_in_order;         /* or by sums, which the team adds in the order of its threads */
    struct plan_shared *common; /* but for what one thread alone adds to; NULL: all of it */
    struct plan_sums *sums;     /* what the thread keeps of it first (sums.h), or NULL */
    bool deep;  /* devices: calls go as deep as only the run knows (recursion, pointers) */
    bool split; /* augmented forward and reverse are two functions */
    bool reusable;
    const struct plan_bytes *bytes; /* per value */
    const uint8_t *unread;          /* of struct plan_bytes_wish */
    uint8_t *row;                   /* per value: enum adjoint_row */
    struct plan_reads *reads;       /* per value */
    struct plan_reads *asking;      /* of the adjoint that is asking for values, or NULL */
    struct bits local;              /* per value: its adjoint lives in a register (local.c) */
    struct program *program;        /* all that follows from the rest: what emission interprets */
    unsigned cached_count;
    uint8_t *how;         /* per cached value: cached_how */
    unsigned *holder;     /* per primal value that is held: the store */
    unsigned *allocation; /* per cached value: allocation of its slot, or NO_ID for a stack slot */
    unsigned *field;      /* per cached value: index in its allocation's fields */
    struct plan_allocation
        *allocations;            /* ALLOCATIONS_PER_LOOP per loop, then the function's frame */
    uint8_t *schedule;           /* per loop: enum schedule */
    struct plan_replay **replay; /* per loop: how to replay it, or NULL */
    uint8_t *passes;   /* per loop: loops that its adjoint is split into (order.c), which run in the
                          primal's order; 0: one loop, backwards */
    unsigned *carried; /* per phi of such a loop that sums up (carried.h): the last sum of an
                          iteration, plus 1 */
    uint8_t *strip;    /* per loop: iterations after which these loops start again, or 0 */
    uint8_t *pass;     /* per load in such a loop: in which of them it adds to memory */
    struct plan_gather **gathers; /* per loop: which of these loops are parts of a gather */
    struct plan_nest **nests;     /* per loop: the nest of which it is the outermost loop, or NULL:
                                     its adjoint runs with this loop innermost (nest.h) */
    struct plan_results *results; /* per loop: if it has any, the loop is reversed only where one of
                                     their adjoints is not zero (zero.c) */
    struct plan_rest *rests;  /* per block: what is reversed only where an adjoint is not zero */
    struct bits live_blocks;  /* blocks with adjoint code */
    unsigned *reverse_target; /* per block: the block whose reverse follows, when it is the same for
                                 every predecessor */
    LLVMValueRef
        *selector_cond; /* per block: condition that tells the two predecessors apart, or NULL */
    uint8_t *selector_true; /* per block: the predecessor it came from if the condition held */
    struct bits deferred;   /* per value: a store that waits for the end of the derivative */
    struct bits
        sunk; /* per value: depends on a fused loop's result; computed after the reverse sweep */
    struct bits speculated; /* per value: used only where a select may discard it: its adjoint may
                               be 0 * inf */
    uint16_t *cost;         /* memo of recomputation costs + 1 */
    unsigned *trips;        /* per loop: memo of the assumed trip count */
    struct bits demanded;   /* per cached value: something asks for it for its own sake */
    uint8_t *choice;        /* per cached value: what the cut (cut.h) says of it, or HOW_NONE; NULL:
                               there is no cut */
    bool cut_too_large;     /* the values that a cut would have to choose from are too many */
};

/* The numbers of cached values. */
static inline unsigned cached_value(unsigned v)
{
    return v;
}
static inline unsigned cached_shadow(const struct plan *p, unsigned v, unsigned direction)
{
    return p->f->value_count + v * p->width + direction;
}
static inline unsigned cached_selector(const struct plan *p, unsigned block)
{
    return p->f->value_count * (1 + p->width) + block;
}
static inline unsigned cached_trips(const struct plan *p, unsigned loop)
{
    return cached_selector(p, p->f->block_count) + loop;
}
static inline unsigned cached_base(const struct plan *p, unsigned allocation)
{
    return cached_trips(p, p->f->loop_count) + allocation;
}
static inline unsigned cached_tape(const struct plan *p, unsigned call)
{
    return cached_base(p, p->f->loop_count * ALLOCATIONS_PER_LOOP) + call;
}
/* Iteration start of a replayed loop: header phi v (k = 0) and its shadows (k = 1 + direction);
 * k-th snapshot of loop l. */
static inline unsigned cached_start(const struct plan *p, unsigned v, unsigned k)
{
    return cached_tape(p, p->f->value_count) + v * (1 + p->width) + k;
}
LIMIT(SNAPSHOTS_MAX, 16);
static inline unsigned cached_snapshot(const struct plan *p, unsigned loop, unsigned k)
{
    return cached_start(p, p->f->value_count, 0) + loop * SNAPSHOTS_MAX + k;
}

/* The value is where the forward sweep has copied a range of memory to. */
bool plan_is_copy(const struct plan *p, unsigned v);
/* The note speaks of memory that the reverse sweep puts back (facts/restored.h). */
bool plan_restores(const struct plan *p, LLVMValueRef note);
/* The store is one that such a note speaks of: when its loop runs again it must store again. */
bool plan_is_put_back(const struct plan *p, unsigned store);
/* The call of enz.snapshot (a value) that may serve load v, or NO_ID. */
unsigned plan_snapshot(const struct plan *p, unsigned v);
/* The same if the load cannot be repeated, since its memory may have changed: what is not kept of
 * it is read from there. */
unsigned plan_read_from_snapshot(const struct plan *p, unsigned v);
/* What all loads that such a call serves are aligned to, in bytes. */
unsigned plan_snapshot_alignment(const struct plan *p, unsigned call);
/* The innermost loop of the loads that such a call serves. */
unsigned plan_snapshot_loop(const struct plan *p, unsigned call);
struct plan *plan_make(struct activity_context *c, struct activity_facts *a, const struct memory *m,
                       const struct plan_wish *wish);
/* The loop (or NO_ID) in whose iterations a cached value is defined. */
unsigned plan_cached_region(const struct plan *p, unsigned cached);
LLVMTypeRef plan_cached_type(const struct plan *p, unsigned cached);
/* True if cached values of this region (loop or NO_ID) have stack slots. */
bool plan_on_stack(const struct plan *p, unsigned region);
/* Replayed or fused: the body runs in the reverse sweep. */
bool plan_reruns(const struct plan *p, unsigned loop);
/* An iteration of such a loop has something on the tape until it is reversed. */
bool plan_iteration_keeps(const struct plan *p, unsigned loop);
/* Iterations are recorded in tape allocations, of a segment at least. */
static inline bool plan_stores(const struct plan *p, unsigned loop)
{
    return p->schedule[loop] == SCHEDULE_STORE || p->schedule[loop] == SCHEDULE_CHECKPOINT;
}
/* The elements of arrays over the loop's iterations are known when it is entered: of its trips, or
 * of a segment. */
static inline bool plan_has_extent(const struct plan *p, unsigned loop)
{
    return p->f->loops[loop].trips || p->schedule[loop] == SCHEDULE_CHECKPOINT;
}
/* Innermost replayed or fused loop around a region, or NO_ID. */
unsigned plan_replay_scope(const struct plan *p, unsigned region);
/* True if the reverse sweep has code for this instruction. */
bool plan_has_adjoint(const struct plan *p, unsigned v);
/* The reverse of this allocation clears its shadow. */
bool plan_clears(const struct plan *p, unsigned v);
/* But not the pointers in it, which the program may still follow. */
bool plan_spares_pointers(const struct plan *p, unsigned v);
/* An affine header phi start + counter * step that can be recomputed: its parts. */
bool plan_affine_phi(const struct plan *p, unsigned v, LLVMValueRef *start, LLVMValueRef *step,
                     bool *subtract);
/* What a cached value is, and where the reverse sweep has it from: for dumps. */
const char *plan_cached_text(const struct plan *p, unsigned cached);
const char *plan_storage(const struct plan *p, unsigned cached);
const char *plan_schedule_name(const struct plan *p, unsigned loop);
void plan_dump(const struct plan *p);
#endif
