/* A prepared function with everything numbered once: values, blocks, loops.
 *
 * Facts and plans are arrays and bit sets over these numbers. Value ids: arguments first, then
 * instructions in reverse post order of blocks, so that definitions come before uses except through
 * loop header phis. The function must not change afterwards. Block 0 is the entry. */
#ifndef ENZCC_IR_FUNC_H
#define ENZCC_IR_FUNC_H
#include "base/arena.h"
#include "base/bits.h"
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include "rules/rules.h"

#define NO_ID UINT32_MAX

struct func_block {
    LLVMBasicBlockRef ref;
    unsigned first, count; /* value ids of its instructions */
    unsigned pred_count, succ_count;
    unsigned *preds, *succs; /* distinct blocks, in a fixed order */
    unsigned idom;           /* NO_ID for the entry */
    unsigned loop;           /* innermost loop or NO_ID */
};

struct func_loop {
    EzbLoop handle;
    unsigned header, latch, preheader;
    unsigned parent;  /* NO_ID for an outermost loop */
    unsigned depth;   /* 1 = outermost */
    unsigned counter; /* value id of the i64 phi {0,+,1} that preparation put into the header */
    LLVMValueRef
        trips; /* i64 value available in the preheader: executions of the header; NULL if unknown */
};

/* Where a store, copy or fill in an outermost loop writes, by values in front of that loop, if it
 * runs in every iteration of the loops around it. */
enum { EXTENT_LOOPS = 4 };
struct func_extent {
    LLVMValueRef phi;   /* of the outermost loop's header: what `first` is based on, or NULL */
    LLVMValueRef first; /* the address in the first iterations; with a phi, bytes from there */
    LLVMValueRef bytes; /* i64 */
    unsigned count;
    struct {
        LLVMBasicBlockRef header;
        LLVMValueRef by; /* i64: how far an iteration moves it */
    } steps[EXTENT_LOOPS];
};

struct func {
    EzbCtx *cx;
    LLVMModuleRef module;
    LLVMValueRef fn;
    struct arena *arena;
    unsigned arg_count, value_count, block_count, loop_count;
    LLVMValueRef *values;
    unsigned *block_of;      /* per value; NO_ID for arguments */
    struct call_info *calls; /* per value: classification (arguments: CALL_NONE) */
    struct func_block *blocks;
    struct func_loop *loops; /* outer loops before inner ones */
    struct map ids;          /* value -> id */
    struct map block_ids;
    const struct map
        *extents;          /* instruction -> struct func_extent, where it is known; NULL: none */
    unsigned return_block; /* the single returning block or NO_ID */
};

/* What preparation knows of the functions that it has made. */
struct func_sources {
    const struct map *originals; /* function -> the program's that it was made from */
    const struct map *trips;     /* see func_number */
    const struct map *extents;   /* instruction -> struct func_extent */
};

/* Numbers fn. Unreachable blocks must be gone, loops simplified, at most one return. `trips`: loop
 * header -> trip count value, for loops that have one (prepare makes it). */
struct func *func_number(EzbCtx *cx, LLVMModuleRef m, struct arena *a, LLVMValueRef fn,
                         const struct map *trips);
/* Id of an argument or instruction of f; NO_ID for constants, globals, blocks, metadata. */
static inline unsigned func_id(const struct func *f, LLVMValueRef v)
{
    return map_get_id(&f->ids, v);
}
static inline unsigned func_block_id(const struct func *f, LLVMBasicBlockRef b)
{
    return map_get_id(&f->block_ids, b);
}
/* True if loop `outer` (NO_ID = whole function) contains or equals loop `inner`. */
bool func_loop_contains(const struct func *f, unsigned outer, unsigned inner);
/* Where the loop goes on when its latch leaves it; NO_ID: the latch does not. */
unsigned func_exit(const struct func *f, unsigned loop);
static inline unsigned func_loop_of(const struct func *f, unsigned value)
{
    unsigned b = f->block_of[value];
    return b == NO_ID ? NO_ID : f->blocks[b].loop;
}
/* a dominates b (blocks). */
bool func_dominates(const struct func *f, unsigned a, unsigned b);
/* Each time it runs, the block `branch` decides whether b may run next or c. */
bool func_decides(const struct func *f, unsigned branch, unsigned b, unsigned c);
/* It runs once at most: only one of both runs. */
bool func_leads_to_one(const struct func *f, unsigned branch, unsigned b, unsigned c);
/* The value of an instruction operand that names a called function does not count: arguments of a
 * call. */
unsigned func_operand_count(const struct func *f, unsigned value);
/* What comes to a phi of loop l's header from in front of the loop, or from its latch. */
LLVMValueRef func_incoming(const struct func *f, unsigned l, LLVMValueRef phi, bool from_latch);
#endif
