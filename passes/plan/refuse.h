/* What has no derivative, reported before any code is emitted. */
#ifndef ENZCC_PLAN_REFUSE_H
#define ENZCC_PLAN_REFUSE_H
#include "facts/activity.h"

struct plan_refuse_wish {
    bool forward;              /* mode */
    bool errors;               /* forward: an error estimate */
    enum rule_missing missing; /* what happens to calls of functions without derivative */
    bool shared;               /* other threads may run it at the same time, */
    bool locks_lines;          /* and what they add, the runtime adds under its locks */
    bool ret_active;           /* the derivative of the result is wanted */
    unsigned width;
    bool split;          /* the halves are calls of the program's own */
    bool tangents;       /* there is a forward sweep from the tape */
    bool dynamic_shared; /* launches give room for one shadow of dynamic shared memory */
    const struct map *given_shadows; /* global -> per direction, the constant address of a shadow
                                        that the derivative is handed, or NULL */
};
/* Reports the instructions of a function that derivatives cannot have. */
void plan_refuse(struct activity_context *c, const struct activity_facts *a,
                 const struct plan_refuse_wish *wish);
#endif
