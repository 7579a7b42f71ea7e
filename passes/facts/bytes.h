/* Parts of active floating-point values: where the program takes numbers apart and puts them
 * together. */
#ifndef ENZCC_FACTS_BYTES_H
#define ENZCC_FACTS_BYTES_H
#include "facts/activity.h"

/* If this store writes an integer that is, or may be, made of an active floating-point value and
 * part of one: the load of that part, or the bits of that number; where several meet, or where that
 * is not known, an integer on the way that is neither a load nor varied; else NULL. Integers that
 * carry whole numbers are not meant. */
LLVMValueRef bytes_stored_part(struct activity_context *c, const struct activity_facts *a,
                               LLVMValueRef store);
/* A part made of an active floating-point value, or of a part of one in active memory, is stored:
 * the memory may hold such parts then. */
bool bytes_stored(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store);
/* A bitcast makes a number of single bytes, some of which come from an active floating-point value:
 * which ones only the run knows, so that the number is active and has no derivative. */
bool bytes_joined(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst);
#endif
