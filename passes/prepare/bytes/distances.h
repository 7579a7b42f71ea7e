/* What distances.c and distances_noted.c share. */
#ifndef ENZCC_PREPARE_DISTANCES_H
#define ENZCC_PREPARE_DISTANCES_H
#include "prepare/prepare.h"

/* The program takes the distance in bytes between two addresses of which nobody says that they are
 * in one object. */
bool distances_are_taken(struct prepare *p);
/* `index` may be such a distance, or a sum with one; it is added to an address in `base`. */
bool distances_may_be(struct prepare *p, LLVMValueRef base, LLVMValueRef index);
#endif
