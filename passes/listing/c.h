/* Private to this room: a generated function as text that reads like C.
 *
 * Types are structs, numbers and `char *`, so that arithmetic on addresses is in bytes; integers
 * are unsigned, as those of LLVM wrap around. Most of it is C for compilers with the extensions of
 * GCC. What C has no words for stands in LLVM("..."). */
#ifndef ENZCC_LISTING_C_H
#define ENZCC_LISTING_C_H
#include "listing/listing.h"
#include "report/report.h"
#include <stdio.h>

/* What all functions of the file share. */
struct listing {
    const struct listing_of *of;
    struct arena *arena;
    VEC(LLVMTypeRef) aggregates; /* structs, arrays and vectors, parts first */
    VEC(LLVMValueRef) externals; /* functions and variables that are declared */
    struct map seen;             /* of both */
    struct map names;            /* functions that are printed -> their names */
};

/* A function while it is printed. */
struct listed {
    struct listing *all;
    const struct func *f;
    const char **params; /* names */
    struct bits folded;  /* per value: it stands where it is used */
    struct bits local;   /* per value: used in its own block only */
    struct bits labels;  /* per block: something jumps there */
    FILE *out;
    unsigned depth; /* of braces */
};

/* ---- listing/types.c ---- */
const char *listing_type(struct listing *l, LLVMTypeRef t);
/* "double x", "char *p". */
const char *listing_declaration(struct listing *l, LLVMTypeRef t, const char *name);
void listing_print_types(struct listing *l, FILE *out);
/* The name in C of a function or variable, which is declared if it is not printed. */
const char *listing_global(struct listing *l, LLVMValueRef global);
void listing_print_externals(struct listing *l, FILE *out);
/* Letters, digits and _ only. */
const char *listing_identifier(struct listing *l, const char *name);

/* ---- listing/fold.c ---- */
/* Which values stand where they are used. */
void listing_fold(struct listed *c);
/* It may change memory. */
bool listing_writes(LLVMValueRef inst);

/* ---- listing/constants.c ---- */
const char *listing_constant(struct listed *c, LLVMValueRef v);
/* What C cannot say, as LLVM says it. */
const char *listing_as_llvm(struct listed *c, LLVMValueRef v);

/* ---- listing/values.c ---- */
/* The address that is calculated, by an instruction or a constant. */
const char *listing_address(struct listed *c, LLVMValueRef gep);
/* A call of a function of numbers, which does nothing else. */
bool listing_is_math(LLVMValueRef call);
/* An operand as an expression; `tight`: in parentheses unless it is a name, call or number. */
const char *listing_operand(struct listed *c, LLVMValueRef v, bool tight);
/* The statement of an instruction that is no terminator, NULL if it has none. */
const char *listing_statement(struct listed *c, unsigned v);
/* The name of a value that is kept in a variable. */
const char *listing_variable(struct listed *c, LLVMValueRef v);

/* ---- listing/flow.c ---- */
void listing_print_body(struct listed *c);
#endif
