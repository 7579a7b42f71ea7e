/* Arguments of a derivative call, and pointers in what they lead to, that lead to objects which its
 * function reaches through pointers behind globals, too. */
#ifndef ENZCC_FACTS_HELD_POINTERS_H
#define ENZCC_FACTS_HELD_POINTERS_H
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

/* Where a pointer leads. */
struct held_object {
    bool stored;    /* the program has put a pointer there: it can be loaded */
    bool known;     /* wherever the derivative call is in the program: */
    int64_t offset; /* so many bytes behind the start of an object, */
    uint64_t bytes; /* which is as large; 0: a block of the heap */
};
struct held_pointer {
    unsigned param;
    bool itself;    /* the argument is the pointer */
    int64_t offset; /* else the pointer lies so far behind where the argument leads */
    struct held_object primal, shadow;
};
typedef VEC(struct held_pointer) held_list;
#endif
