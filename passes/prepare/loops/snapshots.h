/* Ranges of memory of which the forward sweep may keep a copy, instead of every value that loops
 * load from them: part of the making of versions (versions.c), or of one loop (neighbours.c). */
#ifndef ENZCC_PREPARE_SNAPSHOTS_H
#define ENZCC_PREPARE_SNAPSHOTS_H
#include "prepare/loops/version_accesses.h"

enum { SNAPSHOT_LOADS = 32, SNAPSHOT_DEPTH = 8 };
/* Loads of one innermost loop, in rows of one array. */
struct snapshot {
    LLVMValueRef loads[SNAPSHOT_LOADS];
    unsigned count;
    uint64_t size; /* of what each loads, in bytes */
    uint64_t object;
    EzbLoop loops[SNAPSHOT_DEPTH]; /* innermost first, up to the one that gets versions */
    unsigned depth;
    LLVMValueRef low, bytes; /* the range, as values in front of the loops */
};
struct snapshots {
    VEC(struct snapshot) items;
};

/* Finds the ranges of objects to which the loop that gets versions stores nothing; objects: those
 * that are told apart. */
void snapshots_find(struct versions *s, uint64_t objects, struct snapshots *found);
/* In front of the loops: no range is larger than all that is loaded from it (an i1). NULL: there is
 * none. */
LLVMValueRef snapshots_dense(struct versions *s, struct snapshots *found);
/* Calls of enz.snapshot (rules.h) at `start`, where the version begins; loads get their numbers. */
void snapshots_mark(struct versions *s, LLVMBasicBlockRef start, const struct snapshots *found);
/* At the builder's place: a copy of these bytes may serve the loads. */
void snapshots_call(struct prepare *p, LLVMBuilderRef b, LLVMValueRef low, LLVMValueRef bytes,
                    const LLVMValueRef *loads, unsigned count);
#endif
