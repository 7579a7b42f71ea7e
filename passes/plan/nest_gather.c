/* The adjoint of a nest of loops that reads neighbours in several rows, as stencils of two and more
 * dimensions do: one nest sums up, for each element, what all iterations add to it, instead of
 * going to each of the rows from every iteration. order.c does the same for one loop, and says when
 * iterations are independent; here they have to be those of all loops. */
#include "plan/nest_gather.h"
#include "ir/scopes.h"
#include "plan/nest_shape.h"
#include "plan/order.h"
#include "plan/rows.h"

/* Iterations of a loop outside from the first to the last read of an element. */
LIMIT(ROWS_SPAN_MAX, 4);
/* Sums of one nest. */
LIMIT(NEST_GATHERS_MAX, 4);
struct access {
    unsigned v;                       /* load or store */
    EzbScev start, steps[NEST_DEPTH]; /* per loop, outermost first; start NULL: not known */
    bool gathered;
};
struct gatherer {
    struct nest_shape s;
    struct plan_repeated repeated;
    VEC(struct access) takes, adds;
};

/* ---- addresses ---- */

static LLVMValueRef pointer_of(const struct func *f, unsigned v)
{
    LLVMValueRef inst = f->values[v];
    return LLVMGetOperand(inst, LLVMIsAStoreInst(inst) ? 1 : 0);
}

/* The address moves by a step that does not change with each of the loops. */
static struct access access_of(const struct gatherer *t, unsigned v)
{
    const struct func *f = t->s.p->f;
    const struct plan_nest *n = t->s.n;
    struct access a = {.v = v};
    EzbScev x = ezb_scev_of(f->cx, f->fn, pointer_of(f, v));
    EzbLoop outer = f->loops[n->loops[0]].handle;
    for (unsigned k = n->depth; k-- > 0;) {
        EzbLoop l;
        EzbScev start;
        if (!x || !ezb_scev_is_addrec(f->cx, x, &l, &start, &a.steps[k]) ||
            l != f->loops[n->loops[k]].handle || !ezb_scev_is_invariant(f->cx, a.steps[k], outer))
            return a;
        x = start;
    }
    a.start = x;
    return a;
}

static bool same_address(const struct func *f, const struct access *a, const struct access *b)
{
    EzbScev x = ezb_scev_of(f->cx, f->fn, pointer_of(f, a->v));
    return pointer_of(f, a->v) == pointer_of(f, b->v) ||
           (x && x == ezb_scev_of(f->cx, f->fn, pointer_of(f, b->v)));
}

static bool are_apart(const struct gatherer *t, const struct access *a, const struct access *b)
{
    return memory_shadows_apart(t->s.p->m, a->v, b->v, t->s.n->loops[0]);
}

/* ---- is it a nest of this kind? ---- */

static void add_access(struct gatherer *t, unsigned v)
{
    const struct plan *p = t->s.p;
    if (LLVMIsAStoreInst(p->f->values[v]))
        VEC_PUSH(p->f->arena, &t->takes, access_of(t, v));
    else if (activity_has_shadow(activity_state(p->c, p->a, pointer_of(p->f, v))))
        VEC_PUSH(p->f->arena, &t->adds, access_of(t, v));
}

static bool body_fits(struct gatherer *t, unsigned v)
{
    bool accesses;
    if (!plan_op_fits(t->s.p, v, &t->repeated, &accesses))
        return false;
    if (accesses)
        add_access(t, v);
    return true;
}

/* Between the loops nothing has an adjoint. */
static bool values_fit(struct gatherer *t)
{
    const struct plan *p = t->s.p;
    for (unsigned i = 0; i < t->s.blocks.count; i++) {
        const struct func_block *block = &p->f->blocks[t->s.blocks.items[i].block];
        bool body = t->s.blocks.items[i].place == NEST_BODY;
        for (unsigned v = block->first; v < block->first + block->count; v++)
            if (scopes_declared(p->f->values[v]) ||
                (body ? !body_fits(t, v) : activity_active(p->a, v) || plan_has_adjoint(p, v)))
                return false;
    }
    return !t->repeated.dear;
}

/* No iteration stores what another one stores. */
static bool takes_fit(const struct gatherer *t)
{
    const struct func *f = t->s.p->f;
    unsigned scope = f->loops[t->s.n->loops[0]].parent;
    for (unsigned i = 0; i < t->takes.count; i++) {
        if (memory_is_stored_again(t->s.p->m, t->takes.items[i].v, scope))
            return false;
        for (unsigned k = 0; k < i; k++)
            if (!are_apart(t, &t->takes.items[i], &t->takes.items[k]))
                return false;
    }
    return true;
}

/* The iteration replaces what it has loaded: it is added where that is cleared, behind it. */
static bool is_replaced(const struct gatherer *t, const struct access *add,
                        const struct access *take)
{
    const struct plan *p = t->s.p;
    return add->v < take->v && same_address(p->f, add, take) &&
           plan_access_size(p, add->v) == plan_access_size(p, take->v);
}

static bool is_bound(const struct gatherer *t, const struct access *add)
{
    for (unsigned k = 0; k < t->takes.count; k++)
        if (!are_apart(t, add, &t->takes.items[k]))
            return true;
    return false;
}

static bool adds_fit(const struct gatherer *t)
{
    for (unsigned i = 0; i < t->adds.count; i++)
        for (unsigned k = 0; k < t->takes.count; k++)
            if (!are_apart(t, &t->adds.items[i], &t->takes.items[k]) &&
                !is_replaced(t, &t->adds.items[i], &t->takes.items[k]))
                return false;
    return true;
}

/* ---- distances ---- */

/* x + times * step; NULL: not known. */
static EzbScev moved(const struct func *f, EzbScev x, EzbScev step, int times)
{
    for (; x && times < 0; times++)
        x = ezb_scev_minus(f->cx, f->fn, x, step);
    EzbScev less = x && times ? ezb_scev_minus(f->cx, f->fn, x, step) : NULL,
            back = less ? ezb_scev_minus(f->cx, f->fn, less, x) : NULL; /* -step */
    for (; x && times > 0; times--)
        x = back ? ezb_scev_minus(f->cx, f->fn, x, back) : NULL;
    return x;
}

/* What is left of the distance in bytes is one of iterations of the innermost loop. */
static bool find_inner(const struct plan_nest *n, const struct access *a, EzbScev left,
                       int64_t *distance)
{
    int64_t bytes, step;
    if (!ezb_scev_const(left, &bytes) || !ezb_scev_const(a->steps[n->depth - 1], &step) || !step ||
        bytes % step)
        return false;
    *distance = bytes / step;
    return *distance >= -(int64_t)GATHER_SPAN_MAX && *distance <= (int64_t)GATHER_SPAN_MAX;
}

/* Iterations of the loops from number k on that make up the bytes. */
static bool find_distances(const struct gatherer *t, const struct access *a, EzbScev left,
                           unsigned k, int64_t *distances)
{
    const struct func *f = t->s.p->f;
    const struct plan_nest *n = t->s.n;
    if (!left)
        return false;
    if (k + 1 == n->depth)
        return find_inner(n, a, left, &distances[k]);
    for (int i = 0; i <= 2 * (int)ROWS_SPAN_MAX; i++) { /* 0, 1, -1, 2, ... */
        int rows = i % 2 ? (i + 1) / 2 : -i / 2;
        distances[k] = rows;
        if (find_distances(t, a, moved(f, left, a->steps[k], -rows), k + 1, distances))
            return true;
    }
    return false;
}

/* Both read the same elements: b reads in an iteration what a reads so many iterations later. */
static bool same_elements(const struct gatherer *t, const struct access *a, const struct access *b,
                          int64_t *distances)
{
    const struct func *f = t->s.p->f;
    if (!a->start || !b->start || LLVMTypeOf(f->values[a->v]) != LLVMTypeOf(f->values[b->v]))
        return false;
    for (unsigned k = 0; k < t->s.n->depth; k++)
        if (a->steps[k] != b->steps[k])
            return false;
    return find_distances(t, a, ezb_scev_minus(f->cx, f->fn, b->start, a->start), 0, distances);
}

/* ---- gathers ---- */

struct term {
    int64_t distances[NEST_DEPTH];
    unsigned pass;
};
struct terms {
    struct term items[NEST_TERMS_MAX];
    unsigned count;
    int64_t least[NEST_DEPTH], most[NEST_DEPTH];
};

static struct term *term_of(struct terms *terms, unsigned depth, const int64_t *distances)
{
    for (unsigned i = 0; i < terms->count; i++) {
        bool same = true;
        for (unsigned k = 0; k < depth; k++)
            same &= terms->items[i].distances[k] == distances[k];
        if (same)
            return &terms->items[i];
    }
    return NULL;
}

static bool is_free(const struct gatherer *t, const struct access *a)
{
    return !a->gathered && a->start && !is_bound(t, a);
}

static bool add_term(struct terms *terms, unsigned depth, const int64_t *distances)
{
    if (term_of(terms, depth, distances))
        return true;
    if (terms->count == NEST_TERMS_MAX)
        return false;
    struct term *new = &terms->items[terms->count++];
    for (unsigned k = 0; k < depth; k++) {
        int64_t d = new->distances[k] = distances[k];
        terms->least[k] = d < terms->least[k] ? d : terms->least[k];
        terms->most[k] = d > terms->most[k] ? d : terms->most[k];
    }
    return true;
}

/* All that read what the first one reads, which is at distance 0. */
static bool find_terms(const struct gatherer *t, unsigned first, struct terms *terms)
{
    *terms = (struct terms){.count = 0};
    for (unsigned i = first; i < t->adds.count; i++) {
        int64_t distances[NEST_DEPTH];
        if (is_free(t, &t->adds.items[i]) &&
            same_elements(t, &t->adds.items[first], &t->adds.items[i], distances) &&
            !add_term(terms, t->s.n->depth, distances))
            return false;
    }
    return terms->count > 1;
}

/* Loops are long enough, and rows are not too many. */
static bool spans_fit(const struct gatherer *t, const struct terms *terms)
{
    const struct plan_nest *n = t->s.n;
    bool rows = false;
    for (unsigned k = 0; k < n->depth; k++) {
        uint64_t span = (uint64_t)(terms->most[k] - terms->least[k]);
        LLVMValueRef trips = t->s.p->f->loops[n->loops[k]].trips;
        bool inner = k + 1 == n->depth;
        rows |= span && !inner;
        if (span > (inner ? GATHER_SPAN_MAX : ROWS_SPAN_MAX) ||
            (LLVMIsAConstantInt(trips) && LLVMConstIntGetZExtValue(trips) < GATHER_TRIPS * span))
            return false;
    }
    return rows;
}

static struct plan_nest_gather *new_gather(struct gatherer *t, struct terms *terms)
{
    struct plan_nest *n = t->s.n;
    struct plan_nest_gather *g = ARENA_NEW(t->s.p->f->arena, struct plan_nest_gather);
    g->count = terms->count;
    for (unsigned i = 0; i < terms->count; i++) {
        struct plan_nest_term *to = &g->terms[i];
        to->pass = terms->items[i].pass = n->passes++;
        for (unsigned k = 0; k < n->depth; k++) {
            int64_t d = terms->items[i].distances[k];
            to->low[k] = (unsigned)(terms->most[k] - d);
            to->high[k] = (unsigned)(d - terms->least[k]);
        }
    }
    VEC_PUSH(t->s.p->f->arena, &n->gathers, g);
    return g;
}

static void gather(struct gatherer *t, unsigned first, struct terms *terms)
{
    struct plan_nest *n = t->s.n;
    new_gather(t, terms);
    for (unsigned i = t->adds.count; i-- > first;) { /* the first one is compared with to the end */
        struct access *b = &t->adds.items[i];
        int64_t distances[NEST_DEPTH];
        if (!is_free(t, b) || !same_elements(t, &t->adds.items[first], b, distances))
            continue;
        b->gathered = true;
        unsigned pass = term_of(terms, n->depth, distances)->pass;
        VEC_PUSH(t->s.p->f->arena, &n->adds, ((struct plan_nest_add){b->v, pass}));
    }
}

/* The last pass adds the rest, and clears. */
static bool find_gathers(struct gatherer *t)
{
    struct plan_nest *n = t->s.n;
    for (unsigned i = 0; i < t->adds.count && n->gathers.count < NEST_GATHERS_MAX; i++) {
        struct terms terms;
        if (is_free(t, &t->adds.items[i]) && find_terms(t, i, &terms) && spans_fit(t, &terms))
            gather(t, i, &terms);
    }
    for (unsigned i = 0; i < t->adds.count; i++)
        if (!t->adds.items[i].gathered)
            VEC_PUSH(t->s.p->f->arena, &n->adds,
                     ((struct plan_nest_add){t->adds.items[i].v, n->passes}));
    n->passes++;
    return n->gathers.count > 0;
}

struct plan_nest *plan_nest_gather(struct plan *p, unsigned outer, unsigned inner)
{
    struct gatherer t = {.s = {.p = p, .n = nest_new(p, outer, inner)}};
    return nest_shape_find(&t.s) && values_fit(&t) && takes_fit(&t) && adds_fit(&t) &&
                   find_gathers(&t)
               ? t.s.n
               : NULL;
}
