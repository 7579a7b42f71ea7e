/* What a complete function and those it calls access by name, and how far from a parameter. */
#ifndef ENZCC_FACTS_REACH_H
#define ENZCC_FACTS_REACH_H
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"
#include <stdbool.h>
#include <stdint.h>

/* Bytes [from, to) behind an address. */
struct reach_bytes {
    int64_t from, to;
};

/* A global variable, and where in it accesses of numbers may be. A part begins where a member of a
 * struct does, and has no more than the member if that is how the program says it. */
struct reach_global {
    LLVMValueRef global;
    VEC(struct reach_bytes) parts;
};

struct reach {
    LLVMModuleRef module;
    struct arena *arena;
    struct map seen; /* functions and constants */
    struct map of;   /* global -> struct reach_global * */
    VEC(LLVMValueRef) functions;
    VEC(struct reach_global *) globals;
};

/* All that these functions reach by name. */
void reach_names(struct reach *r, LLVMModuleRef m, struct arena *a, const LLVMValueRef *fns,
                 unsigned count);

/* What is accessed at known distances from parameter k of fn. Variable indices count as none: the
 * program leads them through an array that begins where they do. .to is INT64_MAX if the address
 * goes where nobody sees what becomes of it. */
struct reach_bytes reach_behind(LLVMModuleRef m, struct arena *a, LLVMValueRef fn, unsigned k);
#endif
