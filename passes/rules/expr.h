/* The expression language of the rule tables, compiled straight into IR.
 *
 * An expression is linear in d, the factor (tangent of an operand or adjoint of the result):
 *   text   := { name '=' expr ';' } expr
 *   expr   := comparisons, & | !, + - * /, unary minus, calls, literals
 *   names  := x y z w  operands      r  result (r0 r1: components)      d  factor (d0 d1:
 * components) pi ln2 ...  constants of expr.c, exact in every precision     single letters bound
 * before by '=' calls  := any row of the table (cos(x) becomes llvm.cos or the libm function of the
 * operand's precision), or select(c, a, b)   isnan(v)   fp(i)  integer to FP singular(c, v)    v,
 * but 0 where c holds (api: singular points) pick(c, tie, v)   v where c holds, else 0; ties as the
 * option says again(a, ...)     the primal's own function with other leading operands Literals take
 * the type of what they meet; scalars are splat to vectors; the narrower of two FP types is
 * extended. */
#ifndef ENZCC_RULES_EXPR_H
#define ENZCC_RULES_EXPR_H
#include "rules/table.h"

/* What one operand number or RULE_NEEDS_RESULT contributes; d counts as nothing. */
uint32_t expr_needs(const char *text);
/* Emits text with factor d; NULL after reporting an internal error. */
LLVMValueRef expr_emit(const struct rule *r, struct rule_env *env, const char *text,
                       LLVMValueRef d);
bool expr_is_zero(const char *text);
#endif
