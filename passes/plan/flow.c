/* Minimum cuts: flow.h.
 *
 * An edge and its reverse are neighbours in the array of edges (e and e ^ 1). Flow is sent along
 * shortest paths, phase by phase: levels are distances from the source, and a path only goes from a
 * level to the next. The search for paths keeps its own stack, so that long chains of values do no
 * harm. */
#include "plan/flow.h"
#include "base/vec.h"
#include <string.h>

#define NONE UINT32_MAX

struct edge {
    unsigned to, next; /* of the same vertex */
    uint64_t room;     /* capacity that is left */
};
struct flow {
    struct arena *arena;
    unsigned vertices;
    unsigned *first;   /* edge per vertex */
    unsigned *current; /* edge per vertex that a phase has come to */
    unsigned *level;   /* per vertex + 1; 0: not reached */
    unsigned *queue;
    VEC(struct edge) edges;
};

struct flow *flow_new(struct arena *a, unsigned vertices)
{
    struct flow *g = ARENA_NEW(a, struct flow);
    g->arena = a, g->vertices = vertices;
    g->first = ARENA_ARRAY(a, unsigned, vertices);
    g->current = ARENA_ARRAY(a, unsigned, vertices);
    g->level = ARENA_ARRAY(a, unsigned, vertices);
    g->queue = ARENA_ARRAY(a, unsigned, vertices);
    memset(g->first, 0xff, vertices * sizeof *g->first);
    return g;
}

static void add_half(struct flow *g, unsigned from, unsigned to, uint64_t room)
{
    struct edge e = {to, g->first[from], room};
    g->first[from] = g->edges.count;
    VEC_PUSH(g->arena, &g->edges, e);
}

void flow_edge(struct flow *g, unsigned from, unsigned to, uint64_t capacity)
{
    add_half(g, from, to, capacity);
    add_half(g, to, from, 0);
}

static bool find_levels(struct flow *g)
{
    unsigned head = 0, tail = 0;
    memset(g->level, 0, g->vertices * sizeof *g->level);
    g->level[FLOW_SOURCE] = 1;
    g->queue[tail++] = FLOW_SOURCE;
    while (head < tail) {
        unsigned v = g->queue[head++];
        for (unsigned e = g->first[v]; e != NONE; e = g->edges.items[e].next) {
            unsigned to = g->edges.items[e].to;
            if (!g->edges.items[e].room || g->level[to])
                continue;
            g->level[to] = g->level[v] + 1;
            g->queue[tail++] = to;
        }
    }
    return g->level[FLOW_SINK] != 0;
}

/* The next edge by which a path may go on from v, or NONE. */
static unsigned way_on(struct flow *g, unsigned v)
{
    unsigned e = g->current[v];
    while (e != NONE &&
           (!g->edges.items[e].room || g->level[g->edges.items[e].to] != g->level[v] + 1))
        e = g->edges.items[e].next;
    return g->current[v] = e;
}

static void send_along(struct flow *g, const unsigned *path, unsigned length)
{
    uint64_t least = FLOW_INFINITE;
    for (unsigned i = 0; i < length; i++)
        least = g->edges.items[path[i]].room < least ? g->edges.items[path[i]].room : least;
    for (unsigned i = 0; i < length; i++) {
        g->edges.items[path[i]].room -= least;
        g->edges.items[path[i] ^ 1].room += least;
    }
}

/* Sends what fits along paths of the present levels. `path`: room for an edge per vertex. */
static void run_phase(struct flow *g, unsigned *path)
{
    unsigned length = 0, v = FLOW_SOURCE;
    memcpy(g->current, g->first, g->vertices * sizeof *g->first);
    for (;;) {
        unsigned e = v == FLOW_SINK ? NONE : way_on(g, v);
        if (e != NONE) {
            path[length++] = e;
            v = g->edges.items[e].to;
            continue;
        }
        if (v == FLOW_SINK) {
            send_along(g, path, length);
            length = 0, v = FLOW_SOURCE;
            continue;
        }
        if (!length)
            return;
        v = g->edges.items[path[--length] ^ 1].to;
        g->current[v] = g->edges.items[g->current[v]].next; /* a dead end */
    }
}

struct bits flow_cut(struct flow *g)
{
    unsigned *path = ARENA_ARRAY(g->arena, unsigned, g->vertices);
    while (find_levels(g))
        run_phase(g, path);
    struct bits side = bits_new(g->arena, g->vertices);
    for (unsigned v = 0; v < g->vertices; v++) /* the last search for levels stopped at the cut */
        if (!g->level[v])
            bits_set(&side, v);
    return side;
}
