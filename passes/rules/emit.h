/* Small emission helpers shared by the expression compiler and the special emitters: constants,
 * conversions, calls. */
#ifndef ENZCC_RULES_EMIT_H
#define ENZCC_RULES_EMIT_H
#include "rules/table.h"

LLVMTypeRef emit_scalar_type(LLVMTypeRef t);
bool emit_is_fp(LLVMTypeRef t); /* FP scalar or vector of them */
bool emit_is_vector(LLVMTypeRef t);
/* t with its scalar replaced. */
LLVMTypeRef emit_retype(LLVMTypeRef t, LLVMTypeRef scalar);
/* Orders FP types by range; 0 for anything else. */
unsigned emit_fp_rank(LLVMTypeRef t);
/* Decimal literal of FP or integer type t, splat over vectors. */
LLVMValueRef emit_literal(LLVMBuilderRef b, LLVMTypeRef t, const char *text, size_t length);
LLVMValueRef emit_splat(LLVMBuilderRef b, LLVMValueRef scalar, LLVMTypeRef vector);
/* FP conversion to the scalar type of t (lanes kept). */
LLVMValueRef emit_convert(struct rule_env *env, LLVMValueRef v, LLVMTypeRef t);
/* Gives v the primal's fast-math flags. nnan and ninf are promises about primal values and are not
 * passed on. */
LLVMValueRef emit_flags(struct rule_env *env, LLVMValueRef v);
/* Calls the function of a row: intrinsic, or library function of the arguments' precision; vectors
 * lane by lane. */
LLVMValueRef emit_row_call(const struct rule *r, struct rule_env *env, LLVMValueRef *args,
                           unsigned count);
LLVMValueRef emit_intrinsic(struct rule_env *env, const char *name, LLVMTypeRef *overload,
                            unsigned overloads, LLVMValueRef *args, unsigned count);
/* Component c of an aggregate or of a packed pair. */
LLVMValueRef emit_component(struct rule_env *env, LLVMValueRef v, unsigned c);
/* v with component c replaced. */
LLVMValueRef emit_insert(struct rule_env *env, LLVMValueRef v, LLVMValueRef component, unsigned c);
#endif
