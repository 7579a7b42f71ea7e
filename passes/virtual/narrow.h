/* Private to the room: loops that only run where a virtual array is not zero. */
#ifndef ENZCC_VIRTUAL_NARROW_H
#define ENZCC_VIRTUAL_NARROW_H
#include "virtual/virtual.h"

/* Divisors have at most so many bits; masks keep so many. */
enum { CONDITION_BITS = 8, CONDITION_MASK = 60 };

/* A condition under which a number may be other than 0: x / divisor == key. */
struct condition {
    LLVMValueRef x, key;
    uint64_t divisor;
};

/* When the effects of a loop's iteration may be other than none. */
struct conditions {
    struct virtuals *v;
    LLVMValueRef fn;
    EzbLoop loop;
    VEC(struct condition) all;
    bool first;     /* in the first iteration */
    unsigned depth; /* and in so many iterations behind one where a condition holds */
    struct map seen;
};

/* conditions.c: false if iterations may have other effects, or effects under other conditions. */
bool conditions_of_loop(struct conditions *c);
/* The call stores in a virtual array whose function does nothing with 0. */
bool conditions_is_store(LLVMValueRef inst);

/* String attributes of calls that were loads and stores. */
#define VIRTUAL_LOAD_NOTE  "enz-virtual-load"
#define VIRTUAL_STORE_NOTE "enz-virtual-store"
bool virtual_is_noted(LLVMValueRef call, const char *note);
void virtual_note(LLVMValueRef call, const char *note);
#endif
