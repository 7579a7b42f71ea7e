/* What the reverse sweep does, decided before any code is emitted: a reversal schedule per loop, and per primal value
 * whether it is kept or computed again.
 *
 * Everything the reverse sweep may ask of the forward sweep is a *node*: a primal value, a shadow, the predecessor a block was
 * entered from, a loop's trip count, its frames, a callee's tape. A node belongs to the *region* (innermost loop, or the
 * function) of its definition. A region keeps its nodes in *slots*: stack slots if forward and reverse code of one iteration run
 * in the same activation (the function itself in combined mode; replayed and fused loops), else fields of a frame on the
 * tape: an element of arrays (structure of arrays) when the trip count is known in the preheader, a linked frame per iteration
 * when not. */
#ifndef ENZCC_PLAN_PLAN_H
#define ENZCC_PLAN_PLAN_H
#include "facts/activity.h"
#include "facts/memory.h"

enum node_how { HOW_NONE, HOW_SLOT, HOW_RECOMPUTE };

enum schedule {
  SCHEDULE_SKIP,  /* nothing in the loop has an adjoint: the reverse sweep steps over it */
  SCHEDULE_STORE, /* forward loop records, reverse loop reads */
  SCHEDULE_REPLAY /* reverse iteration executes the primal body again, then reverses it */
};

struct plan_field {
  unsigned node;
  LLVMTypeRef type;
  uint64_t size;
  uint64_t offset; /* bytes of the fields before it */
};
struct plan_region {
  bool on_stack; /* slots are stack slots */
  VEC(struct plan_field) fields; /* frame fields (not on_stack) */
  uint64_t bytes;
};

struct plan {
  struct func *f;
  struct activity_facts *a;
  struct activity_context *c;
  struct memory *m;
  unsigned width;
  bool split; /* augmented forward and reverse are two functions */
  unsigned node_count;
  uint8_t *how;                /* per node: node_how */
  unsigned *field;             /* per node: index in its region's fields (HOW_SLOT in a frame) */
  struct plan_region *regions; /* per loop; [loop_count] is the function */
  uint8_t *schedule;           /* per loop: enum schedule */
  struct bits live_blocks;     /* blocks with adjoint code */
  unsigned *reverse_target;    /* per block: the block whose reverse follows, when it is the same for every predecessor */
  LLVMValueRef *selector_cond; /* per block: condition that tells the two predecessors apart, or NULL */
  struct bits speculated;      /* per value: used only where a select may discard it: its adjoint may be 0 * inf */
  uint16_t *cost;              /* memo of recomputation costs + 1 */
};

/* Node numbers. */
static inline unsigned node_value(unsigned v) { return v; }
static inline unsigned node_shadow(const struct plan *p, unsigned v, unsigned lane)
{
  return p->f->value_count + v * p->width + lane;
}
static inline unsigned node_selector(const struct plan *p, unsigned block)
{
  return p->f->value_count * (1 + p->width) + block;
}
static inline unsigned node_trips(const struct plan *p, unsigned loop) { return node_selector(p, p->f->block_count) + loop; }
static inline unsigned node_frames(const struct plan *p, unsigned loop) { return node_trips(p, p->f->loop_count) + loop; }
static inline unsigned node_tape(const struct plan *p, unsigned call) { return node_frames(p, p->f->loop_count) + call; }

struct plan *plan_make(struct activity_context *c, struct activity_facts *a, struct memory *m, unsigned width, bool split);
/* The region a node's slot lives in: a loop or NO_ID for the function. */
unsigned plan_node_region(const struct plan *p, unsigned node);
LLVMTypeRef plan_node_type(const struct plan *p, unsigned node);
static inline struct plan_region *plan_region(const struct plan *p, unsigned loop)
{
  return &p->regions[loop == NO_ID ? p->f->loop_count : loop];
}
/* True if the reverse sweep has code for this instruction. */
bool plan_has_adjoint(const struct plan *p, unsigned v);
/* An affine header phi start + counter * step that can be recomputed: its parts. */
bool plan_affine_phi(const struct plan *p, unsigned v, LLVMValueRef *start, LLVMValueRef *step, bool *subtract);
/* True if a store of this value into active memory must clear the shadow in reverse. */
bool plan_store_has_adjoint(const struct plan *p, LLVMValueRef stored);
void plan_dump(const struct plan *p);
#endif
