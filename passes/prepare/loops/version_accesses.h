/* Private to versions.c: what the loops of a function access, and the objects that this is part of.
 */
#ifndef ENZCC_PREPARE_VERSION_ACCESSES_H
#define ENZCC_PREPARE_VERSION_ACCESSES_H
#include "prepare/prepare.h"

struct object {
    LLVMValueRef base;
    LLVMValueRef part; /* of a base of which several parts are objects: one of its pointers */
};
struct access {
    LLVMValueRef inst, pointer, base;
    LLVMValueRef last; /* of memset: points to its last byte; else NULL */
    uint64_t size;
    uint64_t objects; /* one of these, a bit each */
    EzbLoop loop;     /* innermost, or NULL */
    bool stores, floating;
};
struct versions {
    struct prepare *p;
    LLVMValueRef fn, at; /* in front of the loops: a terminator */
    EzbLoop loop;        /* the one that is to have versions; NULL: all of the function */
    VEC(struct access) accesses;
    VEC(struct object) objects;
    VEC(EzbLoop) columns; /* innermost loops that walk along columns */
};

void versions_find_accesses(struct versions *s);
/* Where the accesses to an object lie, in bytes from its base, seen from in front of the loops. low
 * NULL: is it known? */
bool versions_bounds(struct versions *s, unsigned object, LLVMValueRef *low, LLVMValueRef *high);
#endif
