/* The outermost pair of split mode, as the rooms behind emission see it. */
#ifndef ENZCC_EMIT_PAIR_H
#define ENZCC_EMIT_PAIR_H
#include <llvm-c/Core.h>
#include <stdbool.h>

struct tape_arena;
/* A derivative made of two halves (see emit/split.h): the functions, and the tape they share. */
struct emit_pair {
    LLVMValueRef augmented; /* values, shadows, tape -> {result, shadows of the result}; void if
                               there is nothing */
    LLVMValueRef owned;     /* likewise; frees the tape when an exception leaves it */
    LLVMValueRef reverse;   /* values, shadows, seeds, tape -> {gradients} */
    LLVMValueRef
        forward;      /* values, shadows or tangents, tape -> {result, its tangents}; may be NULL */
    LLVMTypeRef tape; /* packed struct; NULL if there is nothing to keep */
    LLVMValueRef record;            /* address of {augmented, reverse}; NULL unless asked for */
    const struct tape_arena *arena; /* its last member is a tape that this arena keeps, and that
                                       the second half gives up; NULL: there is none */
};
#endif
