/* The reverse sweep as data: per block the operations on adjoints in the order in which they run,
 * and for each of them what it reads and how it adds to adjoints. Emission interprets it
 * (emit/adjoint.c, emit/accumulate.c) and decides nothing. */
#ifndef ENZCC_PLAN_PROGRAM_H
#define ENZCC_PLAN_PROGRAM_H
#include "facts/lanes.h"
#include "plan/plan.h"

/* How something is added to an adjoint. */
enum accumulate {
    ACCUMULATE_NOTHING,
    ACCUMULATE_ASSIGN,      /* it is the first: a register has it from now on */
    ACCUMULATE_ADD,         /* to what is there, in this order */
    ACCUMULATE_ADD_VECTOR,  /* iterations of a loop add in any order, so that LLVM may make vectors,
                               or vectors of sums, of them */
    ACCUMULATE_ADD_ATOMIC,  /* other threads may add to it, too */
    ACCUMULATE_ADD_PRIVATE, /* so they may; the thread has sums of its own, which it adds to the
                               memory when others may look at it (sums.h) */
    ACCUMULATE_ADD_REDUCED, /* so they may, and lanes of a warp most likely to the same place: these
                               add theirs together first; no plan for the host has it */
    ACCUMULATE_GATHER,      /* to a sum of what several iterations add to the same memory, which the
                               last of them adds (order.c) */
    ACCUMULATE_ADD_TRACKED, /* to memory whose bytes only the run can tell apart: the kind map knows
                               whether there is an adjoint (runtime/kinds) */
    ACCUMULATE_KINDS
};

struct adjoint_add {
    unsigned value;
    uint8_t how; /* enum accumulate */
};
struct adjoint_op {
    unsigned inst;            /* value id */
    uint8_t row;              /* enum adjoint_row */
    uint8_t memory;           /* enum accumulate: how it adds to shadow memory */
    bool keeps;               /* LOAD: another loop adds it; until then it is kept, per iteration */
    bool kept;                /* LOAD: that loop: adds what was kept */
    bool atomic;              /* accesses of shadow memory are */
    bool part;                /* STORE: of part of a value, which has no adjoint of its own */
    bool tracked;             /* the kind map follows the memory */
    bool nonzero;             /* LOAD: what it adds to may be a pointer, if it adds zero */
    bool looks;               /* STORE: some of it may be in sums of the thread */
    bool settles;             /* so may what it takes or clears: these are added to memory before */
    bool ends_sums;           /* these are added to memory before */
    bool excludes;            /* no other thread adds to memory meanwhile */
    bool clears;              /* what it takes out of shadow memory is zero afterwards */
    bool strong_zero;         /* zero times infinity is zero */
    struct adjoint_add *adds; /* to adjoints of values: of operands, each once */
    unsigned add_count;
    const unsigned *reads; /* cached values */
    unsigned read_count;
    const struct plan_results *rest; /* if these adjoints are zero now, nothing behind it is done */
    const struct lanes *lanes;       /* BITS: per operand; of no type where it has no adjoint */
};
/* What one pass over the block does. */
struct adjoint_part {
    VEC(struct adjoint_op) ops; /* in the order in which they run */
    /* Of a loop that is split: the pass over the iterations at the ends only, so many at each. */
    bool ends;
    unsigned low, high;
    /* Or one that gathers: iteration c runs these, each as iteration c + low, one after the other;
     * c ends `high` iterations before the last one. */
    struct adjoint_part *terms;
    unsigned term_count;
    const struct plan_nest_term *nest; /* the same of a nest (nest.h), in place of low and high */
};
struct adjoint_block {
    struct adjoint_part *parts; /* several of a loop that is split (order.c) */
    unsigned count;
};
struct program {
    struct adjoint_block *blocks; /* per block of the primal */
    struct adjoint_block *nests;  /* per loop that is the outermost one of a nest (nest.h): what
                                     iterations of the innermost loop do */
};

struct program *program_make(const struct plan *p);
/* How the operation adds to the adjoint of value v; ACCUMULATE_KINDS: it does not say. */
enum accumulate program_adds(const struct adjoint_op *op, unsigned v);
bool program_reads(const struct adjoint_op *op, unsigned cached);
void program_dump(const struct plan *p);
#endif
