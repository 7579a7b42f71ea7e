/* The union-find of memory objects and the pointers stored in them.
 *
 * Invariants: cells sit in root nodes only, in root coordinates; where two cells of a node overlap,
 * each includes what the other leads to by the time the caller's fixed point is reached
 * (graph.changed stays false during a pass). Nodes with very many cells keep one strided cell
 * instead, so that every step stays cheap. */
#include "facts/types_graph.h"
#include "base/limits.h"

LIMIT(MAX_CELLS, 64);

struct place graph_fresh(struct graph *g)
{
    struct node n = {.parent = g->nodes.count};
    VEC_PUSH(g->arena, &g->nodes, n);
    return (struct place){.node = g->nodes.count - 1, .hi = NO_BOUND};
}

bool types_windows_equal(struct window a, struct window b)
{
    return a.size == b.size && a.period == b.period &&
           (a.period ? types_modulo(a.low - b.low, a.period) == 0 : a.low == b.low || !a.size);
}

bool types_places_equal(const struct place *a, const struct place *b)
{
    return a->node == b->node && a->off == b->off && a->stride == b->stride && a->hi == b->hi &&
           a->down == b->down && a->access == b->access &&
           types_windows_equal(a->window, b->window);
}

/* No byte is in both. */
static bool windows_apart(struct window a, struct window b)
{
    uint64_t g = gcd_of(a.period, b.period);
    if (!a.size || !b.size)
        return false;
    if (!g)
        return a.low + (int64_t)a.size <= b.low || b.low + (int64_t)b.size <= a.low;
    uint64_t distance = (uint64_t)types_modulo(b.low - a.low, g);
    return a.size <= distance && b.size <= g && distance <= g - b.size;
}

/* `size` bytes at each element of the place. */
static struct window window_of_elements(const struct place *p, uint64_t size)
{
    struct window all = {0};
    bool known = size <= INT32_MAX && (!p->stride || p->stride > size);
    return known ? (struct window){p->off, size, p->stride} : all;
}

bool types_places_part(const struct place *p, uint64_t size, const struct place *q,
                       uint64_t other_size)
{
    if (types_accesses_part(p->access, q->access))
        return true;
    const struct window a[] = {p->window, window_of_elements(p, size)},
                        b[] = {q->window, window_of_elements(q, other_size)};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 2; k++)
            if ((!i || !k) && windows_apart(a[i], b[k]))
                return true;
    return false;
}

bool types_leaves_window(const struct place *p, uint64_t size)
{
    const struct window *w = &p->window;
    if (!w->size || (w->period ? p->stride % w->period : p->stride))
        return false;
    int64_t inside = w->period ? types_modulo(p->off - w->low, w->period) : p->off - w->low;
    return inside < 0 || (uint64_t)inside > w->size || w->size - (uint64_t)inside < size;
}

struct place graph_offset(struct place p, int64_t delta)
{
    p.off += delta;
    if (p.hi != NO_BOUND)
        p.hi += delta;
    if (types_leaves_window(&p, 0))
        p.window = (struct window){0};
    return p;
}

/* ---- what a step reads ----------------------------------------------------------------------- */

static void note_read(struct graph *g, enum read_kind kind, unsigned id, unsigned *observed)
{
    if (!g->observing || *observed == g->step)
        return;
    *observed = g->step;
    VEC_PUSH(g->arena, &g->read, id * READ_KINDS + kind);
}

static void note_cells_read(struct graph *g, unsigned root)
{
    note_read(g, READ_CELLS, root, &g->nodes.items[root].observed[READ_CELLS]);
}

static void node_changes(struct graph *g, unsigned node)
{
    g->nodes.items[node].changed_at = ++g->clock;
    graph_wake_readers(g, &g->nodes.items[node].readers[READ_CELLS]);
}

/* A cell of the node is not what it was. */
static void note_change(struct graph *g, unsigned node)
{
    g->changed = true;
    node_changes(g, node);
}

/* ---- objects --------------------------------------------------------------------------------- */

/* Root of n; *shift becomes the coordinate of n's origin in it. Compresses the path. */
static unsigned find_root(struct graph *g, unsigned n, int64_t *shift)
{
    struct node *nodes = g->nodes.items;
    int64_t total = 0;
    unsigned root = n;
    for (; nodes[root].parent != root; root = nodes[root].parent)
        total += nodes[root].shift;
    *shift = total;
    while (nodes[n].parent != root && n != root) {
        unsigned next = nodes[n].parent;
        int64_t step = nodes[n].shift;
        nodes[n].parent = root;
        nodes[n].shift = total;
        total -= step;
        n = next;
    }
    note_read(g, READ_NODE, root, &g->nodes.items[root].observed[READ_NODE]);
    return root;
}

struct place graph_find(struct graph *g, struct place p)
{
    if (p.node == NO_NODE)
        return p;
    int64_t shift;
    p.node = find_root(g, p.node, &shift);
    p.off += shift;
    if (p.window.size)
        p.window.low += shift;
    if (p.hi != NO_BOUND)
        p.hi += shift;
    return p;
}

static bool cells_overlap(const struct cell *a, const struct cell *b)
{
    uint64_t s = gcd_of(a->stride, b->stride);
    if (types_accesses_part(a->access, b->access))
        return false;
    if (!s)
        return a->off == b->off;
    if (types_distance(a->off, b->off) % s)
        return false;
    if (!a->stride)
        return (a->off >= b->off || b->down) && a->off < b->hi;
    if (!b->stride)
        return (b->off >= a->off || a->down) && b->off < a->hi;
    return (a->off < b->hi || a->down) && (b->off < a->hi || b->down);
}

static void node_union(struct graph *g, struct place p, struct place q);

/* The range of a progression that covers those of p and q. What grows a second time may grow for
 * ever: it loses its bound. */
static void join_ranges(struct place *r, struct place p, struct place q)
{
    int64_t hp = p.stride ? p.hi : p.off + 1, hq = q.stride ? q.hi : q.off + 1,
            hi = hp > hq ? hp : hq;
    if (p.stride) {
        r->down = p.down || q.down || q.off < p.off;
        r->hi = hi > p.hi || r->stride != p.stride ? NO_BOUND : hi;
        return;
    }
    r->off = q.off < p.off ? q.off : p.off;
    r->down = q.down;
    r->hi = hi;
}

/* All of b is in a. */
static bool window_holds(struct window a, struct window b)
{
    bool same = !a.period || (b.period && b.period % a.period == 0) || !b.period;
    if (!a.size || !b.size || !same || (b.period && !a.period))
        return !a.size;
    int64_t distance = a.period ? types_modulo(b.low - a.low, a.period) : b.low - a.low;
    return distance >= 0 && (uint64_t)distance <= a.size && b.size <= a.size - (uint64_t)distance;
}

struct place graph_join(struct place p, struct place q)
{
    struct place r = p;
    r.stride = gcd_of(gcd_of(p.stride, q.stride), types_distance(p.off, q.off));
    if (r.stride)
        join_ranges(&r, p, q);
    if (!window_holds(p.window, q.window))
        r.window = window_holds(q.window, p.window) ? q.window : (struct window){0};
    r.access = p.access == q.access ? p.access : 0;
    return r;
}

/* Widens *p by q; both in root coordinates. Nodes that differ are merged. */
static struct place include(struct graph *g, struct place p, struct place q)
{
    if (p.node != q.node) {
        node_union(g, p, q);
        p = graph_find(g, p);
        q = graph_find(g, q);
    }
    struct place r = graph_join(p, q);
    if (!types_windows_equal(r.window, p.window))
        g->changed = true;
    if (r.off != p.off || r.stride != p.stride || r.hi != p.hi || r.down != p.down)
        g->changed = true;
    return r;
}

void graph_include(struct graph *g, struct place *p, struct place q)
{
    if (q.node == NO_NODE)
        return;
    q = graph_find(g, q);
    if (p->node == NO_NODE) {
        *p = q;
        g->changed = true;
        return;
    }
    *p = include(g, graph_find(g, *p), q);
}

unsigned graph_pointer_new(struct graph *g, struct place to)
{
    struct pointer p = {.to = to, .changed_at = ++g->clock};
    VEC_PUSH(g->arena, &g->pointers, p);
    return g->pointers.count - 1;
}

struct place graph_pointer_get(struct graph *g, unsigned pointer)
{
    struct pointer *p = &g->pointers.items[pointer];
    note_read(g, READ_POINTER, pointer, &p->observed);
    return graph_find(g, p->to);
}

void graph_pointer_set(struct graph *g, unsigned pointer, struct place to)
{
    struct place old = graph_pointer_get(g, pointer);
    if (!types_places_equal(&old, &to)) {
        g->pointers.items[pointer].changed_at = ++g->clock;
        graph_wake_readers(g, &g->pointers.items[pointer].readers);
        g->changed = true;
    }
    g->pointers.items[pointer].to = to;
}

void graph_pointer_include(struct graph *g, unsigned pointer, struct place q)
{
    struct place to = graph_pointer_get(g, pointer);
    graph_include(g, &to, q);
    graph_pointer_set(g, pointer, to);
}

static void set_cell(struct graph *g, unsigned node, unsigned i, struct place to)
{
    struct place old = graph_find(g, g->nodes.items[node].cells.items[i].to);
    to = graph_find(g, to);
    if (!types_places_equal(&old, &to))
        node_changes(g, node);
    g->nodes.items[node].cells.items[i].to = to;
}

/* Both cells lead to everything either leads to. Indices, because the vector may move. */
static void cells_share(struct graph *g, unsigned node, unsigned i, unsigned j)
{
    struct place a = graph_find(g, g->nodes.items[node].cells.items[i].to),
                 b = graph_find(g, g->nodes.items[node].cells.items[j].to);
    if (types_places_equal(&a, &b))
        return;
    graph_include(g, &a, b);
    graph_include(g, &b, a);
    /* Merging nodes above may have made `node` a child: then its cells have moved on, and the
     * caller's next pass meets them in their new place. */
    if (g->nodes.items[node].parent != node)
        return;
    if (i < g->nodes.items[node].cells.count && j < g->nodes.items[node].cells.count) {
        set_cell(g, node, i, a);
        set_cell(g, node, j, b);
    }
}

/* Makes *all cover c as well; true if it grew. */
static bool cell_widen(struct cell *all, const struct cell *c)
{
    struct cell old = *all;
    all->stride = gcd_of(gcd_of(all->stride, c->stride), types_distance(all->off, c->off));
    all->hi = NO_BOUND;
    all->down |= c->down || c->off < all->off;
    all->access = all->access == c->access ? c->access : 0;
    return old.stride != all->stride || old.hi != all->hi || old.down != all->down ||
           old.access != all->access;
}

static struct place cell_place(unsigned node, const struct cell *c)
{
    return (struct place){.node = node,
                          .off = c->off,
                          .stride = c->stride,
                          .hi = c->hi,
                          .down = c->down,
                          .access = c->access};
}

static void cells_collapse(struct graph *g, unsigned node)
{
    struct node *n = &g->nodes.items[node];
    unsigned count = n->cells.count;
    n->collapsed = true;
    if (count < 2)
        return;
    struct cell *old = ARENA_ARRAY(g->arena, struct cell, count);
    for (unsigned i = 0; i < count; i++)
        old[i] = n->cells.items[i];
    n->cells.count = 1;
    note_change(g, node);
    for (unsigned i = 1; i < count; i++) {
        struct moved_cell m = {cell_place(node, &old[i]), old[i].to};
        VEC_PUSH(g->arena, &g->moved, m);
    }
}

/* The progression `at` is part of that of c. As what cells that overlap lead to is shared, a cell
 * of its own would say nothing; and copies within an object, or round a cycle, move it on for ever.
 */
static bool cell_covers(const struct cell *c, struct place at)
{
    return c->access == at.access && c->stride && at.stride && at.stride % c->stride == 0 &&
           types_distance(c->off, at.off) % c->stride == 0 && (at.off >= c->off || c->down) &&
           at.hi <= c->hi && (c->down || !at.down);
}

/* The elements of a progression that are in its window. Arrays in arrays of structs count as all of
 * these: cells have no windows. */
static struct place inside_window(struct place at)
{
    const struct window *w = &at.window;
    if (!at.stride || !w->size || w->period)
        return at;
    int64_t end = w->low + (int64_t)w->size,
            first = w->low + types_modulo(at.off - w->low, at.stride);
    if (at.hi < end)
        end = at.hi;
    if (!at.down && at.off > first)
        first = at.off;
    if (first >= end)
        return at; /* nobody can be there */
    at.off = first;
    at.hi = end;
    at.down = false;
    return at;
}

/* Index of the cell for a place in root coordinates. */
static unsigned cell_at(struct graph *g, struct place whole)
{
    struct place at = inside_window(whole);
    struct cell fresh = {at.off, at.stride, at.hi, at.down, at.access, types_nowhere()};
    note_cells_read(g, at.node);
    struct node *n = &g->nodes.items[at.node];
    if (n->collapsed && n->cells.count) {
        if (cell_widen(&n->cells.items[0], &fresh))
            note_change(g, at.node);
        return 0;
    }
    for (unsigned i = 0; i < n->cells.count; i++) {
        struct cell *c = &n->cells.items[i];
        if (cell_covers(c, at))
            return i;
        if (c->off != at.off || c->stride != at.stride || c->access != at.access)
            continue;
        if (c->hi < at.hi || c->down < at.down)
            note_change(g, at.node);
        c->down |= at.down;
        if (c->hi < at.hi)
            c->hi = at.hi;
        return i;
    }
    VEC_PUSH(g->arena, &n->cells, fresh);
    note_change(g, at.node);
    return n->cells.count - 1;
}

/* A pointer at an offset of unknown bytes: where it leads may be where any other pointer of the
 * object leads. */
static void mark_vague(struct graph *g, struct place at, struct place to)
{
    if (at.stride % g->pointer_size && to.node != NO_NODE)
        g->nodes.items[graph_find(g, to).node].vague = true;
}

/* Runs over the overlapping cells of cell i; false if the node was merged away meanwhile. */
static bool cell_touch(struct graph *g, unsigned node, unsigned i)
{
    for (unsigned j = 0; j < g->nodes.items[node].cells.count; j++) {
        struct cell *c = g->nodes.items[node].cells.items;
        if (j == i || !cells_overlap(&c[i], &c[j]))
            continue;
        cells_share(g, node, i, j);
        if (g->nodes.items[node].parent != node || i >= g->nodes.items[node].cells.count)
            return false;
    }
    return true;
}

/* Too many cells become one; the others are on their way into it until graph_settle. */
static void node_limit(struct graph *g, unsigned node)
{
    const struct node *n = &g->nodes.items[node];
    if (n->parent == node && !n->collapsed && n->cells.count > MAX_CELLS)
        cells_collapse(g, node);
}

void graph_store(struct graph *g, struct place at, struct place value)
{
    if (at.node == NO_NODE || value.node == NO_NODE)
        return;
    at = graph_find(g, at);
    unsigned i = cell_at(g, at);
    struct place to = g->nodes.items[at.node].cells.items[i].to;
    graph_include(g, &to, value);
    if (g->nodes.items[at.node].parent != at.node)
        return; /* the next pass finishes in the merged node */
    set_cell(g, at.node, i, to);
    mark_vague(g, at, to);
    cell_touch(g, at.node, i);
    node_limit(g, at.node);
}

struct place graph_load(struct graph *g, struct place at)
{
    if (at.node == NO_NODE)
        return types_nowhere();
    at = graph_find(g, at);
    unsigned i = cell_at(g, at);
    if (!cell_touch(g, at.node, i))
        return graph_load(g, at);
    struct place to = g->nodes.items[at.node].cells.items[i].to;
    if (to.node == NO_NODE) {
        to = graph_fresh(g);
        set_cell(g, at.node, i, to);
        cell_touch(g, at.node, i);
    }
    mark_vague(g, at, to);
    node_limit(g, at.node);
    return to;
}

/* Coordinate p.off of p's node is coordinate q.off of q's node; both are roots and differ. */
static void node_union(struct graph *g, struct place p, struct place q)
{
    struct node *a = &g->nodes.items[p.node], *b = &g->nodes.items[q.node];
    unsigned into = p.node, from = q.node;
    int64_t shift = p.off - q.off;
    if (a->cells.count < b->cells.count) {
        into = q.node;
        from = p.node;
        shift = -shift;
    }
    struct node old = g->nodes.items[from];
    g->nodes.items[from].parent = into;
    g->nodes.items[from].shift = shift;
    g->nodes.items[from].cells.count = 0;
    graph_wake_readers(g, &g->nodes.items[from].readers[READ_NODE]);
    graph_wake_readers(g, &g->nodes.items[from].readers[READ_CELLS]);
    for (unsigned i = 0; i < old.members.count; i++)
        graph_note_member(
            g, (struct place){.node = into, .off = old.members.items[i] + shift, .hi = NO_BOUND});
    g->nodes.items[into].vague |= old.vague;
    if (old.collapsed && !g->nodes.items[into].collapsed)
        cells_collapse(g, into);
    note_change(g, into);
    for (unsigned i = 0; i < old.cells.count; i++) {
        struct cell c = old.cells.items[i];
        struct moved_cell m = {graph_offset(cell_place(into, &c), shift), c.to};
        VEC_PUSH(g->arena, &g->moved, m);
    }
}

void graph_settle(struct graph *g)
{
    while (g->moved.count) {
        struct moved_cell m = g->moved.items[--g->moved.count];
        graph_store(g, m.at, m.to);
    }
}

bool graph_is_member(struct graph *g, struct place at)
{
    at = graph_find(g, at);
    if (at.node == NO_NODE || at.stride)
        return false;
    note_cells_read(g, at.node);
    const struct node *n = &g->nodes.items[at.node];
    for (unsigned i = 0; i < n->members.count; i++)
        if (n->members.items[i] == at.off)
            return true;
    return false;
}

void graph_note_member(struct graph *g, struct place at)
{
    at = graph_find(g, at);
    if (at.node != NO_NODE && !at.stride && !graph_is_member(g, at) &&
        g->nodes.items[at.node].members.count < MAX_CELLS) {
        VEC_PUSH(g->arena, &g->nodes.items[at.node].members, at.off);
        node_changes(g, at.node);
    }
}

void graph_merge(struct graph *g, unsigned a, unsigned b)
{
    struct place p = graph_find(g, (struct place){.node = a, .hi = NO_BOUND});
    struct place q = graph_find(g, (struct place){.node = b, .hi = NO_BOUND});
    if (p.node != q.node)
        node_union(g, p, q);
}

static bool outside_window(const struct cell *c, const struct window *w)
{
    int64_t end = w->low + (int64_t)w->size;
    bool below = c->stride ? !c->down && c->hi <= w->low : c->off < w->low;
    return w->size && !w->period && (below || c->off >= end);
}

/* Where a cell of the object at a appears relative to it; false if not within size bytes. */
static bool cell_reach(const struct cell *c, struct place a, uint64_t size, int64_t *rel,
                       uint64_t *step)
{
    uint64_t s = gcd_of(c->stride, a.stride);
    int64_t r = c->off - a.off;
    if (outside_window(c, &a.window) || types_accesses_part(c->access, a.access))
        return false;
    if (s && (a.stride || r < 0 || c->down))
        r = types_modulo(r, s);
    if (r < 0 || (uint64_t)r >= size)
        return false;
    if (c->stride && !a.down && a.off + (a.stride ? 0 : r) >= c->hi)
        return false; /* the progression ends before */
    *rel = r;
    *step = s && (uint64_t)r + s < size ? s : 0;
    return true;
}

static void copy_one_way(struct graph *g, struct place a, struct place b, uint64_t size)
{
    a = graph_find(g, a);
    note_cells_read(g, a.node);
    unsigned count = g->nodes.items[a.node].cells.count;
    for (unsigned i = 0; i < count; i++) {
        struct node *n = &g->nodes.items[a.node];
        if (n->parent != a.node || i >= n->cells.count)
            return;
        struct cell c = n->cells.items[i];
        int64_t rel;
        uint64_t step;
        if (!cell_reach(&c, a, size, &rel, &step))
            continue;
        struct place to = graph_offset(graph_find(g, b), rel);
        to.stride = gcd_of(to.stride, step);
        uint64_t distance = types_distance(to.off, c.off);
        if (to.node == a.node && (to.stride || size > distance))
            to.stride = gcd_of(to.stride, distance); /* a shifted copy onto itself repeats */
        to.hi = NO_BOUND;
        if (to.node == a.node && to.off == c.off && to.stride == c.stride)
            continue;
        graph_store(g, to, c.to);
    }
}

void graph_copy(struct graph *g, struct place a, struct place b, uint64_t size)
{
    if (a.node == NO_NODE || b.node == NO_NODE)
        return;
    copy_one_way(g, a, b, size);
    copy_one_way(g, b, a, size);
}

bool graph_has_cells(struct graph *g, unsigned node)
{
    int64_t shift;
    unsigned root = find_root(g, node, &shift);
    note_cells_read(g, root);
    return g->nodes.items[root].cells.count > 0;
}

void graph_spread_vague(struct graph *g)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < g->nodes.count; i++) {
            const struct node *n = &g->nodes.items[i];
            for (unsigned k = 0; n->vague && k < n->cells.count; k++) {
                struct place to = n->cells.items[k].to;
                if (to.node == NO_NODE || g->nodes.items[graph_find(g, to).node].vague)
                    continue;
                g->nodes.items[graph_find(g, to).node].vague = true;
                changed = true;
            }
        }
    }
}
