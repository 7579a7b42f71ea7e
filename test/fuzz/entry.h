/* The objective of a generated program and the code that calls it.
 *
 * Everything floating in the parameters is a *leaf*, numbered in order.  Leaves
 * in memory are inputs and outputs, leaves passed by value are inputs.  The
 * glue maps an array of doubles to the parameters and back, so that one checker
 * serves every signature. */
#ifndef FUZZ_ENTRY_H
#define FUZZ_ENTRY_H

#include "gen.h"

enum param_kind { PARAM_VALUE, PARAM_ARRAY, PARAM_STRUCT, PARAM_ROWS, PARAM_INT, PARAM_CONST };

/* How C++ may declare an array or a struct; in C it is a pointer. */
enum param_form { FORM_POINTER, FORM_REFERENCE, FORM_ARRAY, FORM_VECTOR };

enum { MAX_PARAMS = 6, MAX_LEAVES = 40 };

struct param {
    enum param_kind kind;
    enum param_form form;
    enum fp type;
    const char *name;
    int len; /* elements; for PARAM_INT the value */
    int stype;
};

struct entry {
    struct param params[MAX_PARAMS];
    int param_count;
    double values[MAX_LEAVES]; /* at which derivatives are taken */
    int leaf_count;
    bool is_void;
    enum fp type; /* of the result */
    bool markers, width, primal_return;
};

/* Invents the parameters. */
void entry_make(struct gen *g, struct entry *e);

/* Writes the objective to g->out. */
void entry_write(struct gen *g, struct entry *e);

/* Writes primal, forward, reverse and main to g->out. */
void glue_write(struct gen *g, const struct entry *e);

#endif
