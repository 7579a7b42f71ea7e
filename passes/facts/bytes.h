/* Single bytes of active numbers: where the program takes numbers apart and puts them together. */
#ifndef ENZCC_FACTS_BYTES_H
#define ENZCC_FACTS_BYTES_H
#include "facts/activity.h"

/* If this store writes a byte that is, or may be, made of an active number and part of one: the
 * load of that byte, or the bits of that number; where several meet, or where that is not known, an
 * integer on the way that is neither a load nor varied; else NULL. */
LLVMValueRef bytes_stored_part(struct activity_context *c, const struct activity_facts *a,
                               LLVMValueRef store);
/* A single byte made of an active number, or of a byte of active memory, is stored: the memory may
 * hold such bytes then. */
bool bytes_stored(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store);
/* A bitcast makes a number of single bytes, some of which come from an active number: which ones
 * only the run knows, so that the number is active and has no derivative. */
bool bytes_joined(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst);
#endif
