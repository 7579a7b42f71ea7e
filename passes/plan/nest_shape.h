/* What a nest of loops consists of. */
#ifndef ENZCC_PLAN_NEST_SHAPE_H
#define ENZCC_PLAN_NEST_SHAPE_H
#include "plan/nest.h"

enum nest_place { NEST_OUTSIDE, NEST_HEAD, NEST_TAIL, NEST_BETWEEN, NEST_BODY };
struct nest_block {
    unsigned block;
    enum nest_place place;
};
struct nest_shape {
    struct plan *p;
    struct plan_nest *n;
    VEC(struct nest_block) blocks;
};

/* Loops from `outer` to the innermost one. */
struct plan_nest *nest_new(struct plan *p, unsigned outer, unsigned inner);
/* Loops n->loops are straight but for guards, and count the same in whatever order they run: finds
 * the blocks of the nest, and its guards. */
bool nest_shape_find(struct nest_shape *s);
enum nest_place nest_place_of_block(const struct nest_shape *s, unsigned b);
enum nest_place nest_place_of(const struct nest_shape *s, unsigned v);
/* Where the block that b is reversed before is: the reverse of straight code in a nest. */
unsigned nest_before(const struct plan *p, unsigned b);
#endif
