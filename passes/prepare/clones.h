/* The clones of a program's functions (clones.c). */
#ifndef ENZCC_PREPARE_CLONES_H
#define ENZCC_PREPARE_CLONES_H
#include "prepare/prepare.h"

/* Clones the functions of the set and what they reach, in the versions that are needed; the set
 * becomes that of the clones. Functions that have been cloned before are left out. */
unsigned prepare_clone(struct prepare *p, struct prepare_targets *set);
/* Takes away what keeps passes from changing the clone: attributes against optimisation, and
 * promises that only the original's own code may rely on. */
unsigned prepare_open_to_passes(struct prepare *p, LLVMValueRef fn);
/* Calls of originals become calls of their clones, in one clone and in all of a set. */
unsigned prepare_calls(struct prepare *p, LLVMValueRef clone);
unsigned prepare_connect(struct prepare *p, struct prepare_targets *set);
/* The set becomes that of the clones which its functions reach and which have not been finished
 * before; they count as finished from now on. Returns 0: no code changes. */
unsigned prepare_needed(struct prepare *p, struct prepare_targets *set);
#endif
