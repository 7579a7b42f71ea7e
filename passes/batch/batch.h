/* Batches: a function that runs another one for several lanes.
 *
 * What a batch means is what calls for one lane after the other do, lane 0 first. The generated
 * function is these calls, or, where nobody can tell the difference, calls of a function that does
 * several lanes at once on vectors (widen.c). It is ordinary code: it may be differentiated. */
#ifndef ENZCC_BATCH_BATCH_H
#define ENZCC_BATCH_BATCH_H
#include "request/request.h"

struct batches {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
};

/* The function that runs r->fn, of which nothing is left to lower, for r->width lanes: for each
 * parameter it has one if all lanes share the value, and else one for each lane. It returns a
 * literal struct of the lanes' results, or void. Requests with the same lanes share it. NULL after
 * a diagnostic. */
LLVMValueRef batch_function(const struct batches *s, const struct request *r);
#endif
