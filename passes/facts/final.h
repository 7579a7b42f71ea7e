/* Is what an instruction reads or has stored final, that is: does no later store overwrite it?
 *
 * Decided by integer programming (isl) over the iterations of both instructions: their addresses
 * and the conditions under which they run, as facts/affine.h has them. */
#ifndef ENZCC_FACTS_FINAL_H
#define ENZCC_FACTS_FINAL_H
#include "ir/func.h"

struct final;
struct final *final_analyse(struct func *f);

struct final_question {
    unsigned access; /* a load or store */
    unsigned store;  /* what may overwrite it */
    unsigned scope;  /* both in the same iteration of this loop, or NO_ID */
    bool follows;    /* the store may run after the access in the same iteration of all loops that
                        they have in common */
    bool precedes;   /* it matters as well if the store runs before */
};
/* True if no execution of the access is followed by one of the store, within the scope, that writes
 * a byte of what was accessed (or, with `precedes`, follows one). False: nothing is known. */
bool final_proved(struct final *x, const struct final_question *q);
#endif
