/* Nests of loops of which the adjoint runs with another loop innermost. */
#ifndef ENZCC_PLAN_NEST_H
#define ENZCC_PLAN_NEST_H
#include "plan/plan.h"

/* A sum over the innermost loop, of which every iteration adds something. */
struct plan_sum {
    unsigned phi, next; /* in the header, and what comes to it from the latch */
    LLVMValueRef first; /* what it starts from */
};
/* In which of the loops over the body something is added to memory. */
struct plan_nest_add {
    unsigned access, pass;
};
LIMIT(NEST_DEPTH, 4);
/* Of one gather: all neighbours in three dimensions. */
LIMIT(NEST_TERMS_MAX, 27);
/* Of loads that read the same elements in different iterations (nest_gather.c): iteration c of the
 * gather stands for the element that the term reads in iteration c + low, per loop; c ends `high`
 * iterations before the last one. */
struct plan_nest_term {
    unsigned pass; /* over the iterations at the ends only: the first `low`, the last `high` */
    unsigned low[NEST_DEPTH], high[NEST_DEPTH];
};
struct plan_nest_gather {
    struct plan_nest_term terms[NEST_TERMS_MAX];
    unsigned count;
};
/* Of the loops, the outermost one becomes the innermost. Its iterations are cut into three: what
 * is behind the loops inside, these, and what is in front of them. The first and the last part run
 * backwards, over a strip of iterations at a time. Adjoints that go from one part to another are
 * kept in arrays, one element per iteration of the strip. */
struct plan_nest {
    unsigned loops[NEST_DEPTH], depth; /* outermost first */
    unsigned strip, passes;
    VEC(unsigned)
    head, tail; /* blocks behind and in front of the loops inside, in the order in
                   which they are reversed */
    VEC(struct plan_guard)
    guards;                    /* of the loops inside; where one fails all is as in the primal */
    VEC(struct plan_sum) sums; /* the adjoint of `next` is kept */
    VEC(unsigned) kept;        /* values of the tail that others use: so are theirs */
    VEC(unsigned) moved;       /* loads between the loops: the body adds for them */
    VEC(unsigned)
    steady;                         /* loads and stores of elements that the body adds something to:
                                       it leaves their adjoints as they are */
    VEC(struct plan_nest_add) adds; /* of body and moved loads */
    VEC(struct plan_nest_gather *)
    gathers; /* if there are any, the loops keep their order, and strip, head, tail, sums, kept,
                moved and steady are empty */
};

/* Fills p->nests; everything but the program is known. */
void plan_nests(struct plan *p);
/* The pass in which the load adds to memory; NO_ID: in none. */
unsigned plan_nest_pass(const struct plan_nest *n, unsigned access);
#endif
