/* What lowerings of vector intrinsics are made of: vector_calls.c has these pieces, the table and
 * most of the lowerings, avx512.c those of AVX-512. */
#ifndef ENZCC_PREPARE_LOWERING_H
#define ENZCC_PREPARE_LOWERING_H
#include "prepare/prepare.h"

enum { MAX_LANES = 64 };
enum approximation { APPROXIMATE_RCP, APPROXIMATE_RSQRT };

struct lowering {
    LLVMBuilderRef b;
    LLVMValueRef call;
    unsigned variant; /* third column of the table */
};

LLVMValueRef vector_argument(struct lowering *l, unsigned i);
unsigned vector_lanes(LLVMValueRef v);
LLVMTypeRef vector_i32(struct lowering *l);
/* v, which is new, with the fast-math flags of the call. */
LLVMValueRef vector_flagged(struct lowering *l, LLVMValueRef v);
LLVMValueRef vector_arithmetic(struct lowering *l, LLVMOpcode op, LLVMValueRef x, LLVMValueRef y);
/* Lane i of the result is lane from[i] of x followed by y; -1 = don't care. */
LLVMValueRef vector_shuffle(struct lowering *l, LLVMValueRef x, LLVMValueRef y, const int *from,
                            unsigned n);
/* Lane 0 of first, the others of rest. */
LLVMValueRef vector_with_first(struct lowering *l, LLVMValueRef first, LLVMValueRef rest);
/* A call of the intrinsic, with one overload type or, if that is NULL, none. */
LLVMValueRef vector_intrinsic(struct lowering *l, const char *name, LLVMTypeRef *overload,
                              LLVMValueRef *args, unsigned count);
/* x rounded as the immediate of roundps says. */
LLVMValueRef vector_rounded(struct lowering *l, LLVMValueRef x, LLVMValueRef mode);
/* x*y - z in even lanes, x*y + z in odd lanes. */
LLVMValueRef lower_fused_addsub(struct lowering *l);

/* avx512.c: the intrinsic of that name without numbers; NULL, so that the call stays, if it rounds
 * in a direction of its own, or scales. */
LLVMValueRef lower_rounding_arithmetic(struct lowering *l); /* variant: the opcode */
LLVMValueRef lower_rounding_fma(struct lowering *l);
LLVMValueRef lower_rounding_addsub(struct lowering *l);
LLVMValueRef lower_rounding_sqrt(struct lowering *l);
LLVMValueRef lower_first_arithmetic(struct lowering *l);
LLVMValueRef lower_first_masked_choice(struct lowering *l); /* variant: the predicate */
LLVMValueRef lower_first_sqrt(struct lowering *l);
LLVMValueRef lower_masked_round(struct lowering *l);
LLVMValueRef lower_first_masked_round(struct lowering *l);
LLVMValueRef lower_masked_conversion(struct lowering *l); /* variant: the opcode */
LLVMValueRef lower_first_conversion(struct lowering *l);
LLVMValueRef lower_approximation(struct lowering *l); /* NULL if it has a rule as it is */
LLVMValueRef lower_first_masked_approximation(struct lowering *l); /* variant: which */
LLVMValueRef lower_two_sources(struct lowering *l);
LLVMValueRef lower_compress(struct lowering *l);
LLVMValueRef lower_expand(struct lowering *l);
#endif
