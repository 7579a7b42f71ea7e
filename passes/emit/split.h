/* The outermost pair of split mode as functions that a derivative call can be replaced by. */
#ifndef ENZCC_EMIT_SPLIT_H
#define ENZCC_EMIT_SPLIT_H
#include "emit/derivative.h"
#include "emit/pair.h"
#include "request/request.h"

/* Once the pair has been emitted: wraps its halves, which take a frame and a tape of the runtime,
 * into functions that take one tape. False after a diagnostic. */
bool split_finish(struct emission *e, struct derivative *d, struct emit_pair *pair);
/* record.c: the shadow of the function's address: a constant {augmented, reverse} whose functions
 * have the signatures that the record has for every function of that type. */
LLVMValueRef split_record(struct emission *e, struct derivative *d, const struct request *r,
                          const struct emit_pair *pair);
#endif
