/* Helper functions of generated programs, and calls of them.
 *
 * The kinds differ in what they take and return; each is a row of a table.
 * A pure helper changes nothing that its caller can see, so that its calls may
 * stand anywhere in an expression. */
#ifndef FUZZ_HELPER_H
#define FUZZ_HELPER_H

#include "expr.h"
#include "gen.h"

/* Writes between one and MAX_HELPERS functions: bodies of unit u to units[u]. */
void helper_write_all(struct gen *g, struct text units[2]);

/* A call of a random pure helper; false when there is none. */
bool helper_call_pure(struct gen *g, struct expr *call);

/* A statement that calls a random helper with effects; false: none fits. */
bool helper_call_effect(struct gen *g);

/* A helper that can be called as f(T, T, int), or NULL. */
const struct helper *helper_pick_scalar(struct gen *g, enum fp type);

/* A helper T *f(int n, T a) that returns a new block, or NULL. */
const struct helper *helper_pick_allocator(struct gen *g, enum fp type);

#endif
