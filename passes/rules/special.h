/* Emitters of special.def: derivatives that are not one expression per operand. */
#ifndef ENZCC_RULES_SPECIAL_H
#define ENZCC_RULES_SPECIAL_H
#include "rules/table.h"

extern const struct rule_special special_sum;     /* vector.reduce.fadd(start, v) */
extern const struct rule_special special_product; /* vector.reduce.fmul(start, v) */
extern const struct rule_special special_bits;    /* enz.bits(x) */
extern const struct rule_special special_number;  /* enz.number(v, r) */
extern const struct rule_special special_integer; /* enz.integer(x, r) */
/* The type of number name(lanes, number, by, clamp), and the function: it goes over lanes. */
LLVMTypeRef special_shuffle_type(LLVMModuleRef m, LLVMTypeRef number);
LLVMValueRef special_shuffle_function(LLVMModuleRef m, const char *name, LLVMTypeRef number);
extern const struct rule_special special_shuffle; /* enz.shfl.<mode>(lanes, v, by, clamp) */
/* Its adjoint, enz.shfl.back.<mode> of the same operands. */
extern const struct rule_special special_shuffle_back;
#endif
