/* Numbers computed by integer arithmetic on bits: what number_bits.c (the traversal),
 * number_sources.c (where it ends) and number_calls.c (the internal functions) share.
 *
 * The internal functions; T is the type of a floating-point value, iN the integer of its size:
 *  - double enz.bits.T(T x): the bits of x as a real number; only its derivative counts, its value
 *    is 0;
 *  - T enz.number.T(iN v, double r): the value whose bits are v; moves with r;
 *  - T enz.integer.T(T x, double r): x, an integer that was made of bits; moves with r;
 *  - double enz.nondifferentiable.T(T x): 0; depends on x (a value or an integer) in a way that has
 *    no derivative: refused if that matters;
 *  - double enz.nondifferentiable.perhaps.T(T x): the same, but the run decides whether it matters;
 *  - double enz.nondifferentiable.unused.T(T x): the same of bits that only join others: only who
 *    uses them says whether it matters;
 *  - T enz.piecewise.T(T x): x, rounded behind this point: piecewise constant. */
#ifndef ENZCC_PREPARE_NUMBER_BITS_H
#define ENZCC_PREPARE_NUMBER_BITS_H
#include "prepare/bytes/bytes.h"

/* Steps of at most 2^-10 of a number count as smooth; coarser ones are those of tables. */
enum { SMOOTH_BITS = 10 };
/* Position of the lowest exponent bit where the result is no number made of bits but an integer
 * converted. */
enum { NO_EXPONENT = 1024 };

/* What is asked of an integer v: how the result moves with these bits of it. */
struct bit_view {
    LLVMValueRef v;
    LLVMValueRef place; /* what is built for v goes behind this */
    int at; /* bit 0 of this view: in vectors, which are one long integer, others come before it */
    uint64_t keep; /* bits of the view that the result is made of */
    int exponent;  /* position in the view of the lowest bit of the result's exponent */
    double factor;
    bool perhaps; /* behind a merge: in a union, say, the bits may be those of an integer after all
                   */
};

struct bit_answer {
    struct bit_view view;
    LLVMValueRef real; /* NULL: does not move */
};

struct bit_site {
    struct prepare *p;
    LLVMBuilderRef b;
    VEC(struct bit_answer) answers;
    struct map plain;  /* integers that no number is behind */
    struct map behind; /* what is followed has come by these (number_bits.c) */
    bool failed;       /* nothing is known: the result stays as it is */
    bool rounds; /* a shifted mask cuts off the fraction: no derivative, whatever other words do */
};

/* The n lowest bits. */
static inline uint64_t below(int n)
{
    return n >= 64 ? UINT64_MAX : n <= 0 ? 0 : (UINT64_C(1) << n) - 1;
}

/* Formats of numbers. */
bool number_is_scalar(LLVMTypeRef t);       /* half, bfloat, float, double */
bool number_is_product_sum(LLVMValueRef v); /* x * y + z as one operation */
unsigned number_width(LLVMTypeRef t);
unsigned number_mantissa(LLVMTypeRef t);

/* Bits of an integer of at most 64 bits, or of a vector of such; 0 for any other type. Of its
 * elements; how many these are. */
unsigned bits_width(LLVMTypeRef t);
unsigned bits_of_element(LLVMTypeRef t);
unsigned bits_elements(LLVMTypeRef t);
/* 64 bits from `at` on, those behind the end 0: of a constant, or those that can be set. */
bool bits_constant(LLVMValueRef v, int at, uint64_t *bits);
uint64_t bits_live(LLVMValueRef v, int at, unsigned depth);
/* The number whose bits v is, or from which v was converted, perhaps after rounding; NULL. */
LLVMValueRef bits_of_number(LLVMValueRef v);
LLVMValueRef bits_of_conversion(LLVMValueRef v);
/* v is computed from the bits of a number. */
bool bits_made_of_number(LLVMValueRef v, unsigned depth);

/* A double that moves as the result does with these bits; NULL where it does not move. */
LLVMValueRef bits_real(struct bit_site *s, struct bit_view view);
/* The type of the number whose bits come from elsewhere in v: memory, an argument, a call; NULL. */
LLVMTypeRef bits_carried(struct bit_site *s, LLVMValueRef v);

/* Where the traversal ends: how the result moves with v, as a double; NULL: not at all. */
LLVMValueRef source_number(struct bit_site *s, struct bit_view view, LLVMValueRef x);
LLVMValueRef source_conversion(struct bit_site *s, struct bit_view view, LLVMValueRef x);
LLVMValueRef source_lost(struct bit_site *s, struct bit_view view, LLVMValueRef x);
/* x is a number or a product plus a constant of this exponent. */
bool source_is_shifted(LLVMValueRef x, int *exponent);
/* Builds behind a value; false where there is no place: the site has failed. */
bool source_position(struct bit_site *s, LLVMValueRef place);

LLVMValueRef number_call(struct prepare *p, LLVMBuilderRef b, const char *stem, LLVMTypeRef t,
                         LLVMTypeRef result, LLVMValueRef *args, unsigned count);
#endif
