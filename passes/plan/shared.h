/* Which additions to shadow memory can other threads of a team make at the same time? */
#ifndef ENZCC_PLAN_SHARED_H
#define ENZCC_PLAN_SHARED_H
#include "plan/plan.h"

/* NULL where nothing can be said. */
struct plan_shared *plan_shared_find(struct func *f, const struct memory *m);
/* No other thread adds to what the adjoint of the load adds to, but for `low` iterations at the
 * start of the innermost loop around it and `high` at the end. The rows of the plan are known. */
bool plan_adds_alone(const struct plan *p, unsigned load, unsigned low, unsigned high);
/* The run has tested that what v and w access, and their shadows, are apart, in all threads. */
bool plan_objects_apart(const struct plan *p, unsigned v, unsigned w);
/* Each way from v to w, or from w to v, leads past a barrier of the team, or there is none. */
bool plan_barrier_between(const struct plan *p, unsigned v, unsigned w);
#endif
