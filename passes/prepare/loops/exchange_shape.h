/* Private to exchange.c: what a nest of loops consists of. */
#ifndef ENZCC_PREPARE_EXCHANGE_SHAPE_H
#define ENZCC_PREPARE_EXCHANGE_SHAPE_H
#include "base/limits.h"
#include "ir/func.h"
#include "prepare/prepare.h"

LIMIT(EXCHANGE_DEPTH, 4);
enum exchange_place { EXCHANGE_OUTSIDE, EXCHANGE_AROUND, EXCHANGE_BODY };
/* The loops inside run if it is true, or false. */
struct exchange_guard {
    LLVMValueRef cond;
    bool is_true;
};
/* A sum over the innermost loop that ends in memory. */
struct exchange_sum {
    unsigned phi, store;
    LLVMValueRef next, first;
    bool loaded; /* `first` is what is there */
};
struct exchange {
    struct func *f;
    unsigned loops[EXCHANGE_DEPTH], depth; /* outermost first, which becomes the innermost */
    VEC(unsigned) values;                  /* of all instructions of the nest */
    VEC(struct exchange_guard) guards;
    VEC(struct exchange_sum) sums;
};

/* Loops of the nest are straight but for guards, nothing in it is used behind it, and the loops
 * inside count the same in all iterations of the outermost one. */
bool exchange_shape_find(struct exchange *e);
enum exchange_place exchange_place_of(const struct exchange *e, unsigned v);
/* A phi of the nest may be a sum over the innermost loop. */
bool exchange_is_sum(const struct exchange *e, LLVMValueRef phi);
/* v, an operand of the nest, is there in front of it. */
bool exchange_is_in_front(const struct exchange *e, LLVMValueRef v);
/* v is made of what is there in front of the nest and of phis of loop l. */
bool exchange_is_of_loop(const struct exchange *e, LLVMValueRef v, unsigned l);
#endif
