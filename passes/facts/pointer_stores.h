/* All that the program stores pointers in, and which: read once, before the first derivative is
 * made, so that nothing here is of a derivative. */
#ifndef ENZCC_FACTS_POINTER_STORES_H
#define ENZCC_FACTS_POINTER_STORES_H
#include "facts/pointer_places.h"

struct pointer_store {
    LLVMValueRef function;  /* that has it */
    const root_list *value; /* what is stored, and what it may have been loaded from */
    const place_list *from;
    const place_list *at; /* where it is put: in places, or in blocks that calls have returned */
    root_list blocks;
};
typedef VEC(const struct pointer_store *) store_list;

struct pointer_stores;
struct pointer_stores *pointer_stores_new(LLVMModuleRef m, struct arena *a);
/* Those to the variable or block, and to what pointers in the variable lead to; or NULL. */
const store_list *pointer_stores_of(const struct pointer_stores *s, LLVMValueRef object);
#endif
