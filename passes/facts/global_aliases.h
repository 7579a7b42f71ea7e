/* Memory that a derivative call passes with a shadow and that its function reaches through pointers
 * behind globals, too: the program has set `velocity = state + n`, the call passes `state`. */
#ifndef ENZCC_FACTS_GLOBAL_ALIASES_H
#define ENZCC_FACTS_GLOBAL_ALIASES_H
#include "facts/pointer_stores.h"

struct global_aliases;
/* Where prepared, and the functions that it calls, load the pointers through which they access
 * numbers. `original`: the function that it was made of: pointers that this stores do not count,
 * nor those of functions that it calls, as the derivative does so itself. */
struct global_aliases *global_aliases_of(struct arena *a, const struct pointer_stores *program,
                                         LLVMModuleRef m, LLVMValueRef prepared,
                                         LLVMValueRef original);
/* There is such a place where the rest of the program stores a pointer into what `passed`, an
 * operand of the derivative call, leads into, as far as the program shows; *global: what it is in,
 * or behind. The place that `passed` is loaded from does not count. */
bool global_aliases_find(struct global_aliases *g, LLVMValueRef passed, LLVMValueRef *global);
#endif
