/* Globals that point to heap blocks between derivative calls: where in them, and what the blocks
 * hold. */
#ifndef ENZCC_FACTS_HEAP_GLOBALS_H
#define ENZCC_FACTS_HEAP_GLOBALS_H
#include "base/arena.h"
#include "base/limits.h"
#include "base/map.h"
#include "bridge/ezb.h"
#include <stdbool.h>

LIMIT(HEAP_LEAVES_MAX, 64);

/* A pointer in a global. */
struct heap_leaf {
    uint64_t offset;
    bool other;          /* something else than a heap block may be there */
    bool nested;         /* the block holds pointers itself */
    bool bytes;          /* plain bytes by type */
    bool stored;         /* a pointer is stored there */
    bool set;            /* so it is, or may be, and not only by the initial value */
    bool vector;         /* the first of the three pointers of a std::vector */
    bool within;         /* one of the two others: it leads into the same block */
    bool owner;          /* the pointer of a std::unique_ptr */
    bool plain;          /* of such a class, and the block holds no pointers */
    const char *release; /* the C++ function that frees the block; NULL: free */
};
struct heap_leaves {
    const struct heap_leaf *items;
    unsigned count;
};

/* What is known of the globals of a module: each is looked at once. */
struct heap_globals {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct map of; /* global -> struct heap_leaves * */
};
void heap_globals_init(struct heap_globals *h, EzbCtx *cx, LLVMModuleRef m, struct arena *a);

/* The pointers in the global; none if it is not one that can be judged. */
const struct heap_leaves *heap_leaves_of(struct heap_globals *h, LLVMValueRef global);
/* The pointer leads to the start of a heap block, as far as the program shows, or is null. */
bool heap_is_block(const struct heap_globals *h, LLVMValueRef pointer);
/* It leads to the start of a heap block of numbers, as far as the program shows. */
bool heap_leaf_found(const struct heap_leaf *leaf);
/* So it is, or it leads into such a block, by what the class of the object promises. */
bool heap_leaf_promised(const struct heap_leaf *leaf);
/* The program sets it, and it may lead to something else than a block of numbers. */
bool heap_leaf_changes(const struct heap_leaf *leaf);
/* There is such a pointer in the global. */
bool heap_leaves_any(const struct heap_leaves *l);
/* Every pointer in the global leads to a heap block of numbers, as far as the program shows: a
 * derivative finds their shadows. */
bool heap_leaves_only(struct heap_globals *h, LLVMValueRef global);
#endif
