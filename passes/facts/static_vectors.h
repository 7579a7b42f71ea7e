/* Objects of std::vector and std::unique_ptr in static storage. */
#ifndef ENZCC_FACTS_STATIC_VECTORS_H
#define ENZCC_FACTS_STATIC_VECTORS_H
#include "base/limits.h"
#include "bridge/ezb.h"
#include <stdbool.h>

LIMIT(STATIC_VECTORS_MAX, 16);

/* A std::vector with the library's allocator: three pointers, to where its block begins, to behind
 * the last element, and to the end of the block. Or a std::unique_ptr with the library's deleter: a
 * pointer to where a block begins. */
struct static_vector {
    uint64_t offset; /* in the global, in bytes */
    bool pointers;   /* elements have pointers */
    bool plain;      /* they have none; neither: it is not known */
    bool single;     /* a std::unique_ptr */
    bool array;      /* to an array */
};

/* The vectors and unique pointers in the global, at most STATIC_VECTORS_MAX; how many there are.
 * What the program's destructor of the global destroys is what is there: it is registered when the
 * global has been initialised. A program with an operator new of its own has none. */
unsigned static_vectors(LLVMModuleRef m, LLVMValueRef global, struct static_vector *out);
#endif
