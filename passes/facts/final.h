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
    bool thorough;   /* with what is known of integers that are extended, wrap around, or are the
                        smaller of two, which takes time */
};
/* True if no execution of the access is followed by one of the store, within the scope, that writes
 * a byte of what was accessed (or, with `precedes`, follows one). False: nothing is known. */
bool final_proved(struct final *x, const struct final_question *q);

/* The same for iterations of different threads of a team that runs the function, at the same time.
 * `uniform` has the values that are the same in all threads, wherever they are computed, `once` the
 * loops that no thread runs again while another one still runs them for the first time. */
struct final *final_analyse_team(struct func *f, const struct bits *uniform,
                                 const struct bits *once);
struct final_team_question {
    unsigned access, other; /* loads or stores */
    /* Iterations of the innermost loop of the access that do not count, at its start and its end.
     */
    unsigned low, high;
};
/* True if no byte that the access accesses in one thread is one that the other accesses in another
 * thread. False: nothing is known. */
bool final_team_apart(struct final *x, const struct final_team_question *q);
#endif
