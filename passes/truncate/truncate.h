/* Functions computed in a narrower floating-point format.
 *
 * A clone of the function, and of all that it calls, has the same type, and its numbers stay where
 * and what they are; but each operation on numbers of the wide format rounds its operands to the
 * narrow one, is done in that, and gives the result back in the wide format, which holds it. With
 * `memory` all numbers of the wide format are rounded where they come into being: parameters, what
 * is loaded, stored and returned. Clones are ordinary code: they can be differentiated, and the
 * code of derivatives can be truncated. */
#ifndef ENZCC_TRUNCATE_TRUNCATE_H
#define ENZCC_TRUNCATE_TRUNCATE_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"

/* Bits of the wide format: 16, 32 or 64, an IEEE format; bits of exponent and significand of the
 * narrow one, the latter without the leading one. */
struct truncate_format {
    unsigned from, exponent, significand;
    bool memory;
};
/* IEEE formats of so many bits. False if there is none. */
bool truncate_format_of_bits(unsigned bits, struct truncate_format *f);
/* The narrow format is one, and has no number that the wide one lacks. */
bool truncate_format_is_narrower(const struct truncate_format *f);

/* A number, or vector of numbers, of the wide format. */
bool truncate_is_wide(const struct truncate_format *f, LLVMTypeRef t);

/* The clones for one format. */
struct truncation {
    struct truncate_format format;
    struct map clones; /* function -> clone */
};
struct truncations {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
    VEC(struct truncation *) all;
};

/* The clone of fn, made with all that it calls if there was none; NULL after an error, which is
 * reported where an operation is that cannot be done in another format. */
LLVMValueRef truncate_function(struct truncations *t, const struct truncate_format *f,
                               LLVMValueRef fn);
bool truncate_is_clone(LLVMValueRef fn);
/* v, of the wide format, rounded to the narrow one: of the wide type. Code goes to the builder. */
LLVMValueRef truncate_value(struct truncations *t, const struct truncate_format *f,
                            LLVMBuilderRef b, LLVMValueRef v);
/* All functions of the module, in place. What is outside of it stays as it is. False after an
 * error.
 */
bool truncate_module(struct truncations *t, const struct truncate_format *f);
/* The next of formats that are separated by ';', each like 64to32 or 11-52to8-10; *text goes on
 * behind it. False if it is none, or not narrower. */
bool truncate_format_read(const char **text, struct truncate_format *f);
#endif
