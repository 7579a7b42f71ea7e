/* Bitcode as far as a linker's view of it goes: where modules begin and end, and their symbols. */
#ifndef ENZCC_DRIVER_BITCODE_H
#define ENZCC_DRIVER_BITCODE_H

#include "view.h"

struct bitcode {
    struct view bytes;
    struct view symbols; /* table of symbols, as LLVM writes it for linkers */
    struct view names;   /* texts that the table refers to */
};

enum bitcode_symbol_kind {
    BITCODE_SYMBOL_LOCAL, /* or of no meaning to a linker */
    BITCODE_SYMBOL_UNDEFINED,
    BITCODE_SYMBOL_WEAK, /* defined, and may be left out */
    BITCODE_SYMBOL_STRONG
};

struct bitcode_symbol {
    struct view name;
    enum bitcode_symbol_kind kind;
};

bool bitcode_is(struct view bytes);

/* The first of the bitcodes that lie one behind another in `bytes`; `bytes` becomes the rest. False
 * if there is none, or it is damaged; then `bytes` is empty if nothing was left but padding. */
bool bitcode_next(struct view *bytes, struct bitcode *out);

/* Whether it can be linked together with what the driver makes. */
bool bitcode_is_unified(const struct bitcode *b);

size_t bitcode_symbol_count(const struct bitcode *b);
struct bitcode_symbol bitcode_symbol(const struct bitcode *b, size_t index);

#endif
