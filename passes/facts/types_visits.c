/* Visits of instructions, in rounds.
 *
 * An instruction is visited again when something has changed that was read in its last visit
 * (semi-naive evaluation; Bancilhon and Ramakrishnan, An amateur's introduction to recursive query
 * processing strategies, 1986), in its turn among all others. */
#include "facts/types_state.h"

bool types_settled(struct types *t)
{
    t->asked = true;
    return t->settled;
}

static bool any_changed(const struct graph *g, const unsigned *read, unsigned count, unsigned time)
{
    for (unsigned i = 0; i < count; i++)
        if (graph_changed_since(g, read[i], time))
            return true;
    return false;
}

/* What the step that has just been made read as its i-th, it read before, and is woken by. */
static bool is_watched(const struct graph *g, const struct visit *v, unsigned i)
{
    unsigned read = g->read.items[i];
    return v->watches && i < v->count && v->read[i] == read &&
           !graph_changed_since(g, read, v->time);
}

/* The step was made, begun at this time. It is woken when what it has read changes; if that has
 * happened already it is made again in the next round. */
static void note_reads(struct types *t, struct visit *v, unsigned step, unsigned time)
{
    struct graph *g = &t->graph;
    unsigned count = g->read.count;
    bool watches = !any_changed(g, g->read.items, count, time);
    g->observing = false;
    if (!watches)
        graph_wake(g, step);
    for (unsigned i = 0; i < count && watches; i++)
        if (!is_watched(g, v, i))
            graph_watch(g, step, g->read.items[i]);
    if (count > v->cap) {
        v->read = ARENA_ARRAY(t->arena, unsigned, count);
        v->cap = count;
    }
    for (unsigned i = 0; i < count; i++)
        v->read[i] = g->read.items[i];
    v->count = count;
    v->watches = watches;
    v->time = time;
}

static void revisit(struct types *t, struct visit *v, unsigned step, LLVMValueRef inst)
{
    bool again = !v->made || t->final || (t->settled && v->provisional) ||
                 any_changed(&t->graph, v->read, v->count, v->time);
    if (!again)
        return;
    unsigned time = t->graph.clock;
    v->made = true;
    t->asked = false;
    graph_observe(&t->graph);
    types_flow(t, inst);
    note_reads(t, v, step, time);
    v->provisional = t->asked && !t->settled;
    if (v->provisional)
        VEC_PUSH(t->arena, &t->provisional, step);
}

void types_revisit(struct types *t, struct visits *all, struct inst_list insts, bool globals)
{
    if (!all->items) {
        all->items = ARENA_ARRAY(t->arena, struct visit, insts.count);
        all->first = graph_number_steps(&t->graph, insts.count);
    }
    unsigned end = all->first + insts.count;
    for (unsigned step = all->first; step < end; step++) {
        if (!t->final && (step = graph_next_woken(&t->graph, step, end)) == end)
            break;
        revisit(t, &all->items[step - all->first], step, insts.items[step - all->first]);
        if (globals)
            types_flow_globals(t);
    }
}

struct inst_list types_instructions(struct types *t, LLVMValueRef fn)
{
    struct inst_list *list = map_get(&t->inst_lists, fn);
    VEC(LLVMValueRef) insts = {0};
    if (list)
        return *list;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            VEC_PUSH(t->arena, &insts, i);
    list = ARENA_NEW(t->arena, struct inst_list);
    *list = (struct inst_list){insts.items, insts.count};
    map_put(&t->inst_lists, fn, list);
    return *list;
}

void types_revisit_function(struct types *t, struct visits *all, LLVMValueRef fn)
{
    types_revisit(t, all, types_instructions(t, fn), false);
}

void types_settle(struct types *t)
{
    t->settled = true;
    for (unsigned i = 0; i < t->provisional.count; i++)
        graph_wake(&t->graph, t->provisional.items[i]);
}
