/* Memory that the reverse sweep puts back.
 *
 * A pair of functions that a team of threads runs keeps on its tape what it loads and the adjoints
 * need, unless memory is at the start of the reverse sweep what it was at the end of the forward
 * sweep. Where the function that starts teams has several, or one in a loop, it is so if whoever
 * writes behind the forward sweep of one puts back, in its own reverse sweep, which comes first,
 * what was there before. That takes a copy of what is overwritten in place of all that is read
 * (restoration in place of storage: L. Hascoet, V. Pascual, The Tapenade automatic differentiation
 * tool, ACM Transactions on Mathematical Software 39(3), 2013). When all is done the program finds
 * what it wrote last (runtime/restore.h). */
#ifndef ENZCC_FACTS_RESTORED_H
#define ENZCC_FACTS_RESTORED_H
#include "facts/activity.h"

struct restored {
    struct activity_context *c;
    const struct activity_facts *a; /* of the function that starts teams, or calls such functions */
    bool outermost; /* of an outermost derivative: its variables are there all along */
    unsigned depth; /* of calls, from that one */
};
/* The call runs a team, or a function with such calls, that may put back all that it writes. */
bool restored_call(const struct restored *r, unsigned v);
/* All that may run behind the call puts back what it writes, or writes nothing. */
bool restored_behind(const struct restored *r, unsigned v);
/* Copies of what is overwritten take less than what would be kept without them. */
bool restored_is_worth(const struct restored *r);
/* So it is in a function that computes in loops itself, and whose loops load from anywhere what
 * others overwrite in each iteration of a loop around them. *bases gets what memory that is to be
 * put back is based on (struct memory_context). */
bool restored_pays(const struct restored *r, struct bits *bases);
/* For -fenz-dump=memory: for each call that runs a team, whether it may, or what stands against it.
 */
void restored_dump(const struct restored *r);
#endif
