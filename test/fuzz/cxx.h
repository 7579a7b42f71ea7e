/* The parts of generated programs that are C++. */
#ifndef FUZZ_CXX_H
#define FUZZ_CXX_H

#include "expr.h"
#include "gen.h"
#include "stmt.h"

/* The body of a function inside the one being written: it sees globals and what
 * the caller pushes; all else is as it was after `nested_leave`. */
struct nested {
    struct context at;
    struct place places[MAX_PLACES];
    int place_count;
};
void nested_enter(struct gen *g, struct nested *n, bool effects);
void nested_leave(struct gen *g, const struct nested *n);

/* A block inside the current function that is a function of its own. */
struct scope scope_enter_lambda(struct gen *g, int times);

/* Classes: one base with virtual methods and classes that derive from it. */
void family_write(struct gen *g, struct text units[2]);

/* A call of a method or of a callable that changes nothing; false: none fits. */
bool cxx_call_pure(struct gen *g, struct expr *call);

/* Exceptions: a random set, and a statement that throws one of `at.throws`. */
unsigned throw_set(struct gen *g);
void throw_line(struct gen *g);

#endif
