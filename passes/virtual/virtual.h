/* Virtual arrays: addresses behind which the program's functions are instead of memory.
 *
 * `__enzyme_todense(load, store, captured...)` becomes an address that no memory has. When
 * derivatives are made, every function that gets the address is inlined, each load through it
 * becomes a call of the program's `T load(offset, captured...)` and each store one of
 * `void store(T value, offset, captured...)`; the offset is in bytes. The address may be moved,
 * compared and chosen among others of the same array; any other use is an error, because the
 * address would be used as one of memory. */
#ifndef ENZCC_VIRTUAL_VIRTUAL_H
#define ENZCC_VIRTUAL_VIRTUAL_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"

typedef VEC(LLVMValueRef) virtual_values;

/* One call of the entry point. */
struct virtual_array {
    LLVMValueRef call, load, store;
    LLVMValueRef *captured; /* operands of the call, behind the functions */
    unsigned captured_count;
    LLVMTypeRef element; /* of what load returns and store takes */
    uint64_t base;       /* the address */
    bool seen_through;   /* its functions may tell which iterations of loops matter */
    bool unread;         /* see virtual_drop_unread */
};

struct virtuals {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
    /* Variables become values: function_simplify of request/read.h. */
    void (*simplify)(void *user, LLVMValueRef fn);
    void *user;
    unsigned made;
};

/* Loops of fn run only where what they store in virtual arrays may be other than 0. The functions
 * for loads are inlined. */
void virtual_narrow_loops(struct virtuals *v, LLVMValueRef fn);
/* Replaces call, with these functions for loads and stores. False after an error. */
bool virtual_lower(struct virtuals *v, LLVMValueRef call, LLVMValueRef load, LLVMValueRef store,
                   bool seen_through);

/* Operand 0 of call is memory that nobody reads behind the calls that get the result of this one.
 * Where these read it only to add to it, it is not written either; else the operand takes the place
 * of the call. */
void virtual_drop_unread(struct virtuals *v, LLVMValueRef call);

/* ---- private to the room ---- */

/* What is done through addresses of an array, in the function with its call. */
struct virtual_uses {
    struct virtuals *v;
    struct virtual_array *array;
    struct map derived; /* addresses in the array */
    virtual_values work, loads, stores, choices, copies;
    virtual_values rewritten; /* stores, each with its new value behind it */
    unsigned inlined;
    bool simplified; /* since the last call was inlined */
};
/* uses.c: inlines what gets an address, opens copies, and fills the lists. False after an error. */
bool virtual_find_uses(struct virtual_uses *u);
/* sums.c: where loads always give 0, what is stored are the terms of sums. False after an error. */
bool virtual_check_sums(struct virtual_uses *u);
/* access.c: loads and stores become calls. False after an error. */
bool virtual_replace_accesses(struct virtual_uses *u);
/* copies.c: memset, memcpy or memmove as a loop over elements. False after an error. */
bool virtual_open_copy(struct virtual_uses *u, LLVMValueRef call);
/* Always false. */
bool virtual_refuse(struct virtual_uses *u, LLVMValueRef at, const char *what);
#endif
