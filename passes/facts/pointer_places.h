/* What pointers are based on, and where they are kept: in an object, which is a global, a variable
 * on the stack, or what a call returns, at an offset; or in some block that pointers there lead to.
 * Looks through parameters of functions at what callers pass. Pointers that go through integers are
 * not followed, and where there is more to look at than POINTER_STEPS values a part is found. */
#ifndef ENZCC_FACTS_POINTER_PLACES_H
#define ENZCC_FACTS_POINTER_PLACES_H
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"
#include <stdbool.h>

enum { POINTER_STEPS = 64 };
enum { ANY_OFFSET = -1 };

/* What a pointer is based on, and how far from there it leads. */
struct pointer_root {
    LLVMValueRef value; /* of a thread-local variable the variable itself */
    int64_t offset;     /* or ANY_OFFSET */
};
typedef struct {
    struct pointer_root *items;
    unsigned count, cap;
    bool partial; /* there may be others: functions are called elsewhere, or too many steps */
} root_list;

struct pointer_place {
    LLVMValueRef object;
    int64_t offset; /* or ANY_OFFSET */
    bool behind;    /* in a block, not in the object itself */
};
typedef VEC(struct pointer_place) place_list;

struct pointer_places {
    LLVMModuleRef module;
    struct arena *arena;
    struct map roots[2]; /* pointer -> root_list *, without and with results of functions */
    struct map places;   /* address -> place_list * */
    struct map sources;  /* value -> place_list * */
    VEC(LLVMValueRef)
    indirect; /* calls through pointers, which may be of any function whose
                 address is taken and that has their type */
};
void pointer_places_init(struct pointer_places *p, LLVMModuleRef m, struct arena *a);
/* Of an address: a function may return one that is known. */
const root_list *pointer_roots_of_address(struct pointer_places *p, LLVMValueRef address);
/* Of what is stored, or passed: each call gives something else, as an allocation does. */
const root_list *pointer_roots_of_value(struct pointer_places *p, LLVMValueRef value);
/* The places that the address may be one of. */
const place_list *pointer_places_of_address(struct pointer_places *p, LLVMValueRef address);
/* Out of which the value, or what it is based on, may have been loaded. */
const place_list *pointer_places_of_value(struct pointer_places *p, LLVMValueRef value);

/* False: it is in the list. */
bool place_list_add(struct arena *a, place_list *list, struct pointer_place place);
/* One of the list that may be the same, or NULL. */
const struct pointer_place *place_list_find(const place_list *list, const struct pointer_place *p);
#endif
