/* -fenz-check=kinks: a derivative that says when it runs where its function is within rounding of a
 * point where it is not smooth. */
#ifndef ENZCC_EMIT_KINKS_H
#define ENZCC_EMIT_KINKS_H
#include "emit/derivative.h"

/* In front of value v of the forward sweep: hands its operands to the runtime if v may have a kink
 * and one of them is varied. */
void gen_watch_kink(struct gen *g, unsigned v);
#endif
