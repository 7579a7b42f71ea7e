/* Error estimates: forward mode in which tangents are absolute errors (rules/errors.c), and the
 * hook of the user that is told of each operation. */
#ifndef ENZCC_EMIT_ERRORS_H
#define ENZCC_EMIT_ERRORS_H
#include "emit/derivative.h"

/* The function enzymeLogError of the program; NULL if it has none, or one of another type, which is
 * reported. */
LLVMValueRef errors_find_hook(struct emission *e);
/* The error of value v, an operation with a rule, in one direction, from those of its operands; the
 * hook is called. */
LLVMValueRef gen_rule_error(struct gen *g, unsigned v, struct rule_env *env,
                            LLVMValueRef const *errors);
#endif
