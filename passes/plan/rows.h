/* Which row of adjoint.def an instruction has. */
#ifndef ENZCC_PLAN_ROWS_H
#define ENZCC_PLAN_ROWS_H
#include "plan/plan.h"

enum { NOWHERE = -1 };
enum adjoint_effect {
    ADJOINT_NOTHING,
    ADJOINT_ADDS,
    ADJOINT_TAKES,
    ADJOINT_CLEARS,
    ADJOINT_UPDATES
};
enum adjoint_flags { ADJOINT_TAKES_RESULT = 1, ADJOINT_HANDS_ON = 2 };
struct adjoint_row_info {
    const char *text;
    uint32_t values;
    int8_t pointer, source; /* operands, or NOWHERE */
    uint8_t effect, flags;
};

/* Fills p->row for all instructions. What has no adjoint code that could be right is reported, and
 * has the row REFUSED. */
void plan_rows(struct plan *p);
const struct adjoint_row_info *plan_row(const struct plan *p, unsigned v);
/* Its adjoint is made of that of the result only, and goes to the operands, in straight code that
 * has to do with no memory. */
static inline bool plan_hands_on(const struct plan *p, unsigned v)
{
    return (plan_row(p, v)->flags & ADJOINT_HANDS_ON) != 0;
}
#endif
