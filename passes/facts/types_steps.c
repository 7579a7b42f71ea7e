/* Which steps of the analysis have to be made again.
 *
 * A step notes what it reads and is woken when any of that changes. It is made again when it is its
 * turn, so that the order in which steps are made does not depend on what wakes them. */
#include "facts/types_graph.h"

enum { WORD_BITS = 64 };

void graph_observe(struct graph *g)
{
    g->step++;
    g->observing = true;
    g->read.count = 0;
}

bool graph_changed_since(const struct graph *g, unsigned read, unsigned time)
{
    unsigned id = read / READ_KINDS;
    if (read % READ_KINDS == READ_POINTER)
        return g->pointers.items[id].changed_at > time;
    return g->nodes.items[id].parent != id ||
           (read % READ_KINDS == READ_CELLS && g->nodes.items[id].changed_at > time);
}

unsigned graph_number_steps(struct graph *g, unsigned count)
{
    unsigned first = g->steps;
    g->steps += count;
    while (g->woken.count * (uint64_t)WORD_BITS < g->steps)
        VEC_PUSH(g->arena, &g->woken, 0);
    for (unsigned i = first; i < g->steps; i++)
        graph_wake(g, i);
    return first;
}

void graph_wake(struct graph *g, unsigned step)
{
    g->woken.items[step / WORD_BITS] |= UINT64_C(1) << step % WORD_BITS;
}

static struct reader_list *readers_of(struct graph *g, unsigned read)
{
    unsigned id = read / READ_KINDS, kind = read % READ_KINDS;
    return kind == READ_POINTER ? &g->pointers.items[id].readers
                                : &g->nodes.items[id].readers[kind];
}

void graph_watch(struct graph *g, unsigned step, unsigned read)
{
    VEC_PUSH(g->arena, readers_of(g, read), step);
}

void graph_wake_readers(struct graph *g, struct reader_list *readers)
{
    for (unsigned i = 0; i < readers->count; i++)
        graph_wake(g, readers->items[i]);
    readers->count = 0; /* they will read it again */
}

unsigned graph_next_woken(struct graph *g, unsigned step, unsigned end)
{
    for (unsigned w = step / WORD_BITS; step < end; step = ++w * WORD_BITS) {
        uint64_t bits = g->woken.items[w] & UINT64_MAX << step % WORD_BITS;
        if (!bits)
            continue;
        unsigned bit = (unsigned)__builtin_ctzll(bits);
        if (w * WORD_BITS + bit >= end)
            return end;
        g->woken.items[w] &= ~(UINT64_C(1) << bit);
        return w * WORD_BITS + bit;
    }
    return end;
}
