/* The cheapest set of values to keep: cut.h.
 *
 * The graph has two vertices per value: v_in, its parts are there, and v_out, it is there. An edge
 * v_in -> v_out has the cost of keeping v as its capacity; part_out -> v_in cannot be cut, and
 * neither can v_out -> sink where v is demanded. What cannot be computed again hangs on the source;
 * all else is joined to the source by an edge with the cost of computing it. On the sink's side are
 * the values that the reverse sweep has:
 *
 *     v_in on the source's side, v_out on the sink's: v is kept
 *     both on the sink's side:                        v is computed again, and that is paid for
 *     both on the source's side:                      v is not there in the reverse sweep
 *
 * so that the value of a cut is what the whole choice costs. Every value weighs by how often its
 * loops run, and on the tape by the loops that it varies with: values of several loops are chosen
 * from at once.
 *
 * Values that cost little to compute from what is at hand are not in the graph: they are never
 * kept. A value that may be loaded from where the program has stored it counts as computed from
 * that address. The cost of a computation that several values share counts once here; whether the
 * chain that leads to a value costs more than the limit is seen when the plan is made (needs.c). */
#include "plan/cut.h"
#include "plan/allocations.h"
#include "plan/cost.h"
#include "plan/flow.h"

/* Costs in eighths of a simple operation: to keep 8 bytes costs as much as the limit of what is
 * computed again, 13 operations. Few bytes cost more than their share. Where as little as possible
 * is to be kept, a byte costs as much as all that is computed again for one value. */
struct weights {
    unsigned operation, byte, access;
};
static const struct weights weights[] = {
    [PLAN_CACHE_MINCUT] = {8, 9, 32},
    [PLAN_CACHE_ALL] = {0, 0, 0}, /* there is no cut */
    [PLAN_CACHE_RECOMPUTE] = {1, COST_INFINITE, 0},
};
#define CAPACITY_MAX (UINT64_C(1) << 44)

struct value {
    unsigned cached;
    enum cached_how way; /* how it can be had in the reverse sweep; HOW_SLOT: if kept */
    unsigned step;       /* cost of computing it, or loading it where it is held, from its parts */
    unsigned first_part, part_count;
    unsigned cost;   /* from what is at hand, with nothing kept; COST_INFINITE: above the limit */
    unsigned vertex; /* v_in; v_out is the next one. 0: not in the graph */
};
struct cut {
    struct plan *p;
    unsigned *number; /* per cached value: in `values` + 1 */
    VEC(struct value) values;
    VEC(unsigned) parts; /* cached values */
};

/* ---- what is looked at ---- */

static bool is_at_hand(const struct plan *p, unsigned cached)
{
    unsigned v = plan_value_of(p, cached);
    return v < p->f->arg_count || plan_on_stack(p, func_loop_of(p->f, v));
}

static struct value *find(const struct cut *c, unsigned cached)
{
    return c->number[cached] ? &c->values.items[c->number[cached] - 1] : NULL;
}

/* As plan_need has it: what is held is loaded if that costs less. */
static unsigned held_address(struct cut *c, struct value *x)
{
    struct plan *p = c->p;
    unsigned holder, cost = plan_cost(p, x->cached);
    unsigned held = cost > COST_LOAD ? plan_held_cost(p, x->cached, &holder) : COST_INFINITE;
    if (held > p->recompute_limit || held >= cost)
        return NO_ID;
    x->way = HOW_HELD, x->step = COST_LOAD;
    return holder;
}

static void find_way(struct cut *c, struct value *x)
{
    struct plan *p = c->p;
    struct plan_parts parts = {{0}};
    unsigned holder = held_address(c, x);
    x->first_part = c->parts.count;
    if (x->way == HOW_HELD) {
        unsigned address = func_id(p->f, LLVMGetOperand(p->f->values[holder], 1));
        if (address != NO_ID)
            VEC_PUSH(p->f->arena, &parts.items, cached_value(address));
    } else {
        x->step = plan_step_cost(p, x->cached);
        x->way = x->step > p->recompute_limit ? HOW_SLOT : HOW_RECOMPUTE;
        if (x->way == HOW_RECOMPUTE)
            plan_find_parts(p, x->cached, &parts);
    }
    x->part_count = parts.items.count;
    for (unsigned k = 0; k < parts.items.count; k++)
        VEC_PUSH(p->f->arena, &c->parts, parts.items.items[k]);
}

static void look_at(struct cut *c, unsigned cached)
{
    if (c->number[cached] || is_at_hand(c->p, cached))
        return;
    struct value x = {.cached = cached, .cost = COST_INFINITE};
    VEC_PUSH(c->p->f->arena, &c->values, x);
    c->number[cached] = c->values.count;
}

/* Shadows of all directions are kept or computed alike: the first one stands for them. */
static bool is_first_direction(const struct plan *p, unsigned cached)
{
    return cached < p->f->value_count || (cached - p->f->value_count) % p->width == 0;
}

static bool find_values(struct cut *c)
{
    struct plan *p = c->p;
    for (unsigned n = 0; n < cached_selector(p, 0); n++)
        if (bits_get(&p->demanded, n) && is_first_direction(p, n))
            look_at(c, n);
    for (unsigned i = 0; i < c->values.count && i < CUT_VALUES; i++) {
        struct value x = c->values.items[i];
        find_way(c, &x);
        c->values.items[i] = x;
        for (unsigned k = 0; k < x.part_count; k++)
            look_at(c, c->parts.items[x.first_part + k]);
    }
    return c->values.count <= CUT_VALUES;
}

/* ---- what is free ---- */

/* Cost of a part to a value that is computed from it; COST_INFINITE: something has to be kept. */
static unsigned part_cost(const struct cut *c, const struct value *x, unsigned part)
{
    const struct plan *p = c->p;
    const struct value *y = find(c, part);
    if (plan_reads_in_step(p, x->cached) && (!y || y->way != HOW_SLOT))
        return 0;
    unsigned at_hand = plan_value_of(p, part) < p->f->arg_count ? 0 : 1,
             cost = y ? y->cost : at_hand;
    return cost == COST_INFINITE
               ? COST_INFINITE
               : plan_cost_inside(p, part, func_loop_of(p->f, plan_value_of(p, x->cached)), cost);
}

static void find_cost(const struct cut *c, struct value *x)
{
    unsigned cost = x->way == HOW_SLOT ? COST_INFINITE : x->step;
    for (unsigned k = 0; k < x->part_count && cost <= c->p->recompute_limit; k++)
        cost += part_cost(c, x, c->parts.items[x->first_part + k]);
    x->cost = cost > c->p->recompute_limit ? COST_INFINITE : cost;
}

/* Values come before those that are computed from them, but an address in which something is held
 * may come later. */
static void find_costs(struct cut *c)
{
    for (unsigned round = 0; round < 2; round++)
        for (unsigned v = 0; v < c->p->f->value_count; v++) {
            struct value *x = find(c, cached_value(v)),
                         *shadow = find(c, cached_shadow(c->p, v, 0));
            if (x)
                find_cost(c, x);
            if (shadow)
                find_cost(c, shadow);
        }
}

/* ---- the graph ---- */

static uint64_t capacity(uint64_t runs, uint64_t cost)
{
    uint64_t all = runs * cost; /* below 2^32 each */
    return all > CAPACITY_MAX ? CAPACITY_MAX : all;
}

static uint64_t cost_of_keeping(struct plan *p, unsigned cached)
{
    uint64_t bytes =
        LLVMABISizeOfType(LLVMGetModuleDataLayout(p->f->module), plan_cached_type(p, cached));
    const struct weights *w = &weights[p->cache];
    uint64_t cost = w->access + (bytes < UINT16_MAX ? bytes : UINT16_MAX) * w->byte;
    if (cached < p->f->value_count && p->f->calls[cached].cls == CALL_SNAPSHOT)
        return capacity(plan_copied_bytes(p, cached), w->byte + w->access); /* reads as well */
    return capacity(plan_elements_of(p, cached),
                    cost * (cached < p->f->value_count ? 1 : p->width));
}

/* Most processors negate for nothing what they multiply or add. */
static bool is_negation(const struct plan *p, const struct value *x)
{
    return LLVMGetInstructionOpcode(p->f->values[plan_value_of(p, x->cached)]) == LLVMFNeg;
}

/* With what is free among its parts. */
static uint64_t cost_of_computing(const struct cut *c, const struct value *x)
{
    struct plan *p = c->p;
    if (x->way == HOW_SLOT)
        return FLOW_INFINITE;
    if (is_negation(p, x))
        return 0;
    uint64_t cost = x->step;
    for (unsigned k = 0; k < x->part_count; k++) {
        unsigned part = part_cost(c, x, c->parts.items[x->first_part + k]);
        cost += part == COST_INFINITE ? 0 : part;
    }
    return capacity(plan_runs(p, func_loop_of(p->f, plan_value_of(p, x->cached))),
                    weights[p->cache].operation * cost);
}

static void add_edges(const struct cut *c, struct flow *g, const struct value *x)
{
    flow_edge(g, x->vertex, x->vertex + 1, cost_of_keeping(c->p, x->cached));
    flow_edge(g, FLOW_SOURCE, x->vertex, cost_of_computing(c, x));
    if (bits_get(&c->p->demanded, x->cached))
        flow_edge(g, x->vertex + 1, FLOW_SINK, FLOW_INFINITE);
    for (unsigned k = 0; k < x->part_count; k++) {
        const struct value *y = find(c, c->parts.items[x->first_part + k]);
        if (y && y->vertex)
            flow_edge(g, y->vertex + 1, x->vertex, FLOW_INFINITE);
    }
}

static struct flow *make_graph(struct cut *c)
{
    unsigned vertices = FLOW_SINK + 1;
    for (unsigned i = 0; i < c->values.count; i++)
        if (c->values.items[i].cost == COST_INFINITE)
            c->values.items[i].vertex = vertices, vertices += 2;
    struct flow *g = flow_new(c->p->f->arena, vertices);
    for (unsigned i = 0; i < c->values.count; i++)
        if (c->values.items[i].vertex)
            add_edges(c, g, &c->values.items[i]);
    return g;
}

/* Of cuts that cost the same, the one nearest to the source is taken: what is computed for nothing
 * is not kept. */
static void choose(struct cut *c, const struct bits *reverse, const struct value *x)
{
    bool in = !x->vertex || bits_get(reverse, x->vertex),
         out = !x->vertex || bits_get(reverse, x->vertex + 1);
    enum cached_how how = in ? x->way : out ? HOW_SLOT : HOW_NONE;
    for (unsigned d = 0, n = x->cached < c->p->f->value_count ? 1 : c->p->width; d < n; d++)
        c->p->choice[x->cached + d] = (uint8_t)how;
}

/* There is nothing to choose where nothing is on the tape. */
static bool has_choice(const struct plan *p)
{
    for (unsigned n = 0; n < cached_selector(p, 0); n++)
        if (p->how[n] == HOW_SLOT && p->allocation[n] != NO_ID)
            return true;
    return false;
}

bool plan_cut(struct plan *p)
{
    struct cut c = {.p = p};
    if (!has_choice(p))
        return false;
    c.number = ARENA_ARRAY(p->f->arena, unsigned, cached_selector(p, 0));
    if (!find_values(&c)) {
        p->cut_too_large = true;
        return false;
    }
    find_costs(&c);
    struct bits reverse = flow_cut(make_graph(&c));
    p->choice = ARENA_ARRAY(p->f->arena, uint8_t, cached_selector(p, 0));
    for (unsigned i = 0; i < c.values.count; i++)
        choose(&c, &reverse, &c.values.items[i]);
    return true;
}
