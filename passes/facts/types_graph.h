/* Memory objects as union-find nodes with coordinates, and what pointers reach in them.
 *
 * A node stands for the objects some pointers may point to. Merging two nodes states that
 * coordinate x of one is coordinate y of the other; every later reference is translated by find. A
 * place is a progression of coordinates: exact (stride 0) or off, off + stride, ... below hi (and
 * below off if `down`). Cells remember where the pointers stored at a place lead. */
#ifndef ENZCC_FACTS_TYPES_GRAPH_H
#define ENZCC_FACTS_TYPES_GRAPH_H
#include "base/gcd.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

#define NO_NODE  UINT32_MAX
#define NO_BOUND INT64_MAX

/* Bytes that a place does not leave: [low, low + size) or, where period is not 0, that and all that
 * is any multiple of the period further on or back. Size 0: anything. */
struct window {
    int64_t low;
    uint64_t size, period;
};

struct place {
    unsigned node; /* NO_NODE: leads nowhere (null, undefined) */
    int64_t off;
    uint64_t stride;
    int64_t hi;           /* exclusive bound of a strided place; NO_BOUND if unknown */
    bool down;            /* a strided place also reaches below off (loops that count down) */
    struct window window; /* of the array that is a member of a struct */
    unsigned access;      /* as what it is accessed by TBAA (types_access_as); 0: as anything */
};

struct cell {
    int64_t off;
    uint64_t stride;
    int64_t hi;
    bool down;
    unsigned access; /* as in struct place */
    struct place to;
};

/* Numbers of steps that have to be made again when something changes that they read: enum read_kind
 * says what. */
struct reader_list {
    unsigned *items;
    unsigned count, cap;
};

struct node {
    unsigned parent;
    int64_t shift; /* coordinate in the parent = own coordinate + shift */
    VEC(struct cell) cells;
    VEC(int64_t)
    members;        /* offsets of pointers that are members of structs, no elements of arrays */
    bool collapsed; /* had too many cells: cells[0] takes everything */
    bool vague; /* reached by a pointer that lay nobody knows where: perhaps several objects in one
                 */
    unsigned changed_at;  /* when a cell or a member last did */
    unsigned observed[2]; /* the last step that found it, the last that read its cells */
    struct reader_list readers[2];
};

/* Where a pointer value leads. */
struct pointer {
    struct place to;
    unsigned changed_at, observed;
    struct reader_list readers;
};

struct moved_cell {
    struct place at, to;
};

struct graph {
    struct arena *arena;
    unsigned pointer_size;
    VEC(struct node) nodes;
    VEC(struct pointer) pointers;
    VEC(struct moved_cell) moved; /* cells of merged nodes on their way to the root */
    bool changed;                 /* set by every step that added knowledge */
    unsigned clock;               /* counts changes */
    bool observing;
    unsigned step;       /* counts steps that are observed */
    VEC(unsigned) read;  /* what the current one has read so far */
    VEC(uint64_t) woken; /* a bit for each step that has a number: something has changed */
    unsigned steps;      /* that have numbers */
};

/* What a step has read: a number and one of these. Of a node that was found it counts only that it
 * is a root. */
enum read_kind { READ_NODE, READ_CELLS, READ_POINTER, READ_KINDS = 4 };

static inline uint64_t types_distance(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}
/* x modulo m, never negative. */
static inline int64_t types_modulo(int64_t x, uint64_t m)
{
    int64_t r = x % (int64_t)m;
    return r < 0 ? r + (int64_t)m : r;
}
static inline struct place types_nowhere(void)
{
    return (struct place){.node = NO_NODE, .hi = NO_BOUND};
}

struct place graph_fresh(struct graph *g);
/* The same place in coordinates of the root of its node. */
struct place graph_find(struct graph *g, struct place p);
/* What covers both places, of one node. */
struct place graph_join(struct place p, struct place q);
/* Everything q leads to, p leads to as well: merges their nodes, widens p. */
void graph_include(struct graph *g, struct place *p, struct place q);
/* Coordinate 0 of a is coordinate 0 of b (registers holding the same value). */
void graph_merge(struct graph *g, unsigned a, unsigned b);
/* A pointer stored at `at` (store), or where one loaded from there leads (load: made up if nothing
 * is known). */
void graph_store(struct graph *g, struct place at, struct place value);
struct place graph_load(struct graph *g, struct place at);
/* The exact place is that of a pointer which is a member of a struct; is it known to be? */
void graph_note_member(struct graph *g, struct place at);
bool graph_is_member(struct graph *g, struct place at);
bool graph_has_cells(struct graph *g, unsigned node);
/* What vague nodes point to becomes vague. */
void graph_spread_vague(struct graph *g);
/* Pointers within `size` bytes from a are also at b, and the other way round. */
void graph_copy(struct graph *g, struct place a, struct place b, uint64_t size);
unsigned graph_pointer_new(struct graph *g, struct place to);
struct place graph_pointer_get(struct graph *g, unsigned pointer);
void graph_pointer_set(struct graph *g, unsigned pointer, struct place to);
/* It leads to q as well. */
void graph_pointer_include(struct graph *g, unsigned pointer, struct place q);
/* From here on, g->read lists what is read. */
void graph_observe(struct graph *g);
/* Has any of what was read changed after that time of the clock? */
bool graph_changed_since(const struct graph *g, unsigned read, unsigned time);
/* Numbers for `count` steps: the first. All of them are woken. */
unsigned graph_number_steps(struct graph *g, unsigned count);
void graph_wake(struct graph *g, unsigned step);
/* The step is woken when what it read changes next. */
void graph_watch(struct graph *g, unsigned step, unsigned read);
/* The first from `step` on and before `end` that is woken, and no longer is; else `end`. */
unsigned graph_next_woken(struct graph *g, unsigned step, unsigned end);
void graph_wake_readers(struct graph *g, struct reader_list *readers);
/* Finishes merges: call between steps. Kept apart so that long chains of objects do not recurse. */
void graph_settle(struct graph *g);
bool types_windows_equal(struct window a, struct window b);
bool types_places_equal(const struct place *a, const struct place *b);
/* What is accessed as one of them is never accessed as the other. */
bool types_accesses_part(unsigned a, unsigned b);
/* `size` bytes at an element of p and `other_size` bytes at one of q have none in common, because
 * of a window, or no access to one of them is one to the other. */
bool types_places_part(const struct place *p, uint64_t size, const struct place *q,
                       uint64_t other_size);
/* Of a place that is at one place of its window, or at one in each period: `size` bytes from there
 * on are not all in it. The end of an array is one. */
bool types_leaves_window(const struct place *p, uint64_t size);
/* The place `delta` bytes further. A pointer that leaves its window has none. */
struct place graph_offset(struct place p, int64_t delta);
#endif
