/* Random programs that hide active floating-point bytes.
 *
 * A disguised program works on a few variables, scalars and arrays of double and float. Its steps
 * either combine variables by smooth arithmetic or carry some of them: a *carrier* moves their
 * bytes somewhere else, in another form, and brings them back unchanged. Carriers nest: a union
 * hides a double as a word, a byte loop carries that word as a block, a heap chain that block.
 *
 * Carriers come in kinds, by what they leave unchanged (enum wrap); carriers.def lists them. The
 * *twin* of a program makes the same steps in double precision without any carrier: what it
 * computes and its difference quotients are what the program is compared with.
 *
 * Every carrier and every step has a key and a random stream of its own, so that one that is left
 * out by key changes nothing else. */
#ifndef FUZZ_DISGUISE_H
#define FUZZ_DISGUISE_H

#include "gen.h"

enum wrap { WRAP_VALUE, WRAP_WORD, WRAP_POINTER, WRAP_BLOCK, WRAP_GROUP };

enum { MAX_VARIABLES = 6, MAX_PARTS = 5, MAX_CARRIERS = 96 };

/* What a carrier takes and gives back. */
struct item {
    enum wrap kind;
    const char *text; /* an lvalue: a value, an unsigned word or a `void *`; of blocks, the address
                         of the first byte, of any pointer type */
    enum fp type;     /* values */
    int size;         /* bytes */
    const struct item *parts; /* groups: values */
    int count;
};

struct variable {
    const char *name; /* in the twin */
    const char *text; /* in the function that is being written */
    enum fp type;
    int len; /* elements of an array; 0: a scalar */
};

struct disguise {
    struct gen *g;
    struct text twin;
    int twin_indent;
    int n;     /* value of the parameter n when the program runs */
    int depth; /* carriers that may still nest */
    int loops; /* around the step that is being written */
    struct variable variables[MAX_VARIABLES];
    int count;
    bool allowed[MAX_CARRIERS], used[MAX_CARRIERS]; /* by row of carriers.def */
};

/* Writes a random carrier of the item's kind around it, or nothing. */
void disguise_carry(struct disguise *d, struct item item);

/* Items; a word is an unsigned integer of 4 or 8 bytes. */
struct item item_value(const char *text, enum fp type);
struct item item_word(const char *text, int size);
struct item item_pointer(const char *text);
struct item item_block(const char *text, int size);

/* An expression whose value is `value` when the program runs. */
const char *disguise_int(struct disguise *d, int value);

/* A function at file scope, which is written between begin and end, in front of the function that
 * is being written. */
struct writing {
    struct text *out;
    struct text own;
    int indent;
};
void disguise_function_begin(struct disguise *d, struct writing *w);
void disguise_function_end(struct disguise *d, struct writing *w);

/* Parses the command line behind the seed and writes the program; the exit status. `--no LIST`
 * removes carriers, `--only LIST` removes all others. */
int disguise_main(struct gen *g, int argc, char **argv);

/* The carriers; each writes statements that leave the item unchanged. */
#define CARRIER(name, kind, language, weight, text)                                                \
    void carry_##name(struct disguise *d, const struct item *it);
#include "carriers.def"
#undef CARRIER

#endif
