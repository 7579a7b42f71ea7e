/* -fenz-check: a derivative in reverse mode that compares itself with forward mode when it runs. */
#ifndef ENZCC_EMIT_CHECK_H
#define ENZCC_EMIT_CHECK_H
#include "emit/derivative.h"

/* What the numbers of a memory access are to the runtime; CHECK_NONE: it cannot follow them. */
enum check_number { CHECK_FLOAT, CHECK_DOUBLE, CHECK_LONG_DOUBLE, CHECK_NONE };

/* In forward mode with key.checked: the access `inst` reads or writes the tangents of a value of
 * type t at `shadow`. */
void gen_check_touch(struct gen *g, LLVMValueRef shadow, LLVMValueRef inst, LLVMTypeRef t);
/* Records what the function fn, a forward derivative with key.checked, writes. NULL, or why it
 * cannot be checked. */
const char *check_instrument(struct emission *e, LLVMValueRef fn);
/* A function like the reverse derivative d->fn that compares itself with `forward`, of the same
 * function and activities. NULL, with the reason in *why, if that cannot be. */
LLVMValueRef check_wrap(struct emission *e, const struct derivative *d,
                        const struct derivative *forward, LLVMValueRef call, const char **why);
#endif
