/* Thread-local variables in derivatives that several threads run. */
#ifndef ENZCC_EMIT_THREAD_LOCALS_H
#define ENZCC_EMIT_THREAD_LOCALS_H
#include "emit/derivative.h"

/* Builds a call of that function of the runtime if `fn`, or what it calls, starts threads. */
void thread_locals_reset(struct emission *e, LLVMBuilderRef b, LLVMValueRef fn, const char *name);
/* Generated functions, and what they call, ask the runtime where such variables are, and their
 * shadows, if a derivative that several threads run uses them. When no derivative is made of any
 * function any more. */
void thread_locals_replace(struct emission *e);
#endif
