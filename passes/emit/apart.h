/* Memory that a derivative call passes and that the derivative also reaches through a global. */
#ifndef ENZCC_EMIT_APART_H
#define ENZCC_EMIT_APART_H
#include "emit/derivative.h"
#include "request/request.h"

/* In front of the call that `request` replaces: ends the run where that is so, as far as it can be
 * told from where memory begins. `derivative`: the function that is called in its place, complete;
 * `primal`: the prepared function that it was made from. */
void gen_check_apart(struct emission *e, const struct request *request, LLVMValueRef derivative,
                     LLVMValueRef primal);
/* Nor must it read through one global what it stores through another one: the run compares the
 * pointers that both hold when the derivative is called. */
void gen_check_two_globals(struct emission *e, const struct request *request);
#endif
