/* What the program stores pointers in, and which pointers. */
#ifndef ENZCC_FACTS_POINTER_STORES_H
#define ENZCC_FACTS_POINTER_STORES_H
#include "facts/pointer_places.h"
#include "facts/program_copy.h"

/* A store of a pointer, or a copy of bytes. */
struct pointer_store {
    LLVMValueRef function;  /* of the program, that has it */
    const root_list *value; /* what is stored, and what it may have been loaded from */
    const place_list *from;
    const place_list *at;     /* where it is put */
    const place_list *copied; /* bytes are copied out of these; NULL: a pointer is stored */
};
typedef VEC(const struct pointer_store *) store_list;

struct pointer_stores {
    const struct program_copy *copy; /* all values but functions are there */
    struct pointer_places places;
    struct map of; /* object -> store_list * */
};
struct pointer_stores *pointer_stores_new(const struct program_copy *copy, struct arena *a);
/* Those to the object, and to what pointers in it lead to; or NULL. */
const store_list *pointer_stores_of(const struct pointer_stores *s, LLVMValueRef object);
#endif
