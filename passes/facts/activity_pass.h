/* What the passes of the activity analysis share: one function under given states of its arguments.
 */
#ifndef ENZCC_FACTS_ACTIVITY_PASS_H
#define ENZCC_FACTS_ACTIVITY_PASS_H
#include "facts/activity.h"

enum { POINTER_BITS = STATE_MIXED | STATE_UNKNOWN | STATE_OPAQUE };

struct pass {
    struct activity_context *c;
    struct activity_facts *a;
    struct func *f;
    struct objects *objects; /* local allocations */
    const uint8_t *args;     /* states of the arguments */
    bool ret_active;
    bool changed;
};

/* Bits a value of this type can have at all. Integers wide enough may carry FP bits or addresses,
 * in structs that functions return, too. */
uint8_t pass_possible(LLVMTypeRef t);
uint8_t pass_operand_state(struct pass *p, unsigned v, unsigned k);
bool pass_has_active_operand(struct pass *p, unsigned v);
/* Facts of the callee of a call with a body under the states of its operands; NULL while they are
 * being found (recursion). */
struct activity_facts *pass_callee_summary(struct pass *p, unsigned v);

/* The states of all values, from those of the arguments and the local objects. */
void pass_forward(struct pass *p);
/* Which arguments lead to memory that gets active data; whether the function touches active
 * globals. */
void pass_effects(struct pass *p);
/* Which values are useful, and which calls must be differentiated. */
void pass_backward(struct pass *p);
#endif
