/* -fenz-emit: the generated functions, written to a file beside the output of the link. */
#ifndef ENZCC_LISTING_H
#define ENZCC_LISTING_H
#include "emit/derivative.h"

/* The derivatives of a module. */
struct listing_of {
    struct emission *emission;
    struct derivative *const *derivatives;
    unsigned count;
};

/* Writes them as LLVM's IR into `output`.derivatives.ll: a module in which all else that they refer
 * to is declared. The derivatives are finished, but may be inlined. False after a message. */
bool listing_write_ll(const struct listing_of *of, const char *output);
/* The same into `output`.derivatives.c, as text that reads like C. */
bool listing_write_c(const struct listing_of *of, const char *output);
/* Whatever the passes have made and is part of the program: derivatives, pieces of long ones, what
 * threads run, what takes memory of tapes. */
bool listing_is_generated(LLVMValueRef fn);
#endif
