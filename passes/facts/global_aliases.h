/* Memory that a derivative call passes with a shadow and that its function reaches through pointers
 * behind globals, too: the program has set `velocity = state + n`, the call passes `state`; or
 * `mesh = &m`, the call passes `m.nodes`; or it passes `&m`, and `nodes = m.nodes` is in a global.
 */
#ifndef ENZCC_FACTS_GLOBAL_ALIASES_H
#define ENZCC_FACTS_GLOBAL_ALIASES_H
#include "facts/held_pointers.h"
#include "facts/pointer_stores.h"

struct types;
struct global_aliases;
/* Where prepared, and the functions that it calls, load the pointers through which they access
 * numbers. `original`: the function that it was made of: pointers that this stores do not count,
 * nor those of functions that it calls, as the derivative does so itself. */
struct global_aliases *global_aliases_of(struct arena *a, struct types *types, LLVMModuleRef m,
                                         LLVMValueRef prepared, LLVMValueRef original);
/* It accesses numbers behind globals. */
bool global_aliases_any(const struct global_aliases *g);
/* The program around it, before anything is looked for there. */
void global_aliases_in(struct global_aliases *g, struct pointer_stores *program);

typedef VEC(LLVMValueRef) global_set;
struct global_alias {
    LLVMValueRef global; /* that leads to memory that is passed, or that this leads to; or NULL */
    bool hidden;         /* nobody sees how to find that memory when the call begins */
    held_list held;      /* how to find it */
    global_set passed;   /* others that lead to what `param` is, which need not be a block */
};
/* Adds what the rest of the program, as far as it shows, has stored where the function gets its
 * pointers: pointers into what `param` of the derivative call leads to. */
void global_aliases_find(struct global_aliases *g, LLVMValueRef call, unsigned param,
                         struct global_alias *out);
#endif
