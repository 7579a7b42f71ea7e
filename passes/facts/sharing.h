/* What do the threads of a team have in common that run a function at the same time?
 *
 * Uniform values are the same in all threads, whenever they are computed: what is captured, what is
 * calculated from that, and what is loaded from memory that nobody writes while the team runs.
 * Phases: between two barriers nothing runs at the same time as what is behind the second one.
 * Elements: that one thread accesses by a load, and no other one by another load, which is decided
 * by integer programming (facts/final.h): threads have different iterations of the loops that they
 * share.
 *
 * The function is what each thread of the team does, all of it, and no other team does so at the
 * same time. */
#ifndef ENZCC_FACTS_SHARING_H
#define ENZCC_FACTS_SHARING_H
#include "facts/memory.h"

/* The call, in a region, is of what the compiler calls there, and writes nothing that the program
 * reads by itself: what that does has a body (runtime/bundle/openmp.c). Other threads write what
 * this function writes. */
bool sharing_is_of_runtime(const struct func *f, unsigned v);

struct sharing;
struct sharing *sharing_find(struct func *f, const struct memory *m);
/* v of one thread may run at the same time as w of another one. */
bool sharing_meet(const struct sharing *s, unsigned v, unsigned w);
/* Two loads, each of any thread but not of the same. `low` and `high`: iterations of the innermost
 * loop around v, at its start and its end, that do not count. `tested`: shadows are those of which
 * the run has tested in this function what is apart. */
struct sharing_question {
    unsigned v, w, low, high;
    bool tested;
};
/* No byte that v accesses in one thread is accessed by w in another thread at the same time. */
bool sharing_apart(const struct sharing *s, const struct sharing_question *q);
/* The run has tested that v and w, each of any thread, access objects that have nothing in common,
 * and shadows of them that have not. */
bool sharing_objects_apart(const struct sharing *s, unsigned v, unsigned w);
#endif
