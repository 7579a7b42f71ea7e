/* See nest_shape.h. Each loop but the innermost one, which is a block, has blocks in a row behind
 * the loop inside, and others in front of it. One condition may lead past the loop inside. */
#include "plan/nest_shape.h"

struct plan_nest *nest_new(struct plan *p, unsigned outer, unsigned inner)
{
    struct plan_nest *n = ARENA_NEW(p->f->arena, struct plan_nest);
    unsigned depth = n->depth = p->f->loops[inner].depth - p->f->loops[outer].depth + 1;
    for (unsigned l = inner; depth--; l = p->f->loops[l].parent)
        n->loops[depth] = l;
    return n;
}

enum nest_place nest_place_of_block(const struct nest_shape *s, unsigned b)
{
    for (unsigned i = 0; i < s->blocks.count; i++)
        if (s->blocks.items[i].block == b)
            return s->blocks.items[i].place;
    return NEST_OUTSIDE;
}

enum nest_place nest_place_of(const struct nest_shape *s, unsigned v)
{
    return v < s->p->f->arg_count ? NEST_OUTSIDE : nest_place_of_block(s, s->p->f->block_of[v]);
}

static bool is_in_front(const struct nest_shape *s, LLVMValueRef v)
{
    const struct func *f = s->p->f;
    unsigned id = func_id(f, v);
    return id == NO_ID || id < f->arg_count ||
           !func_loop_contains(f, s->n->loops[0], func_loop_of(f, id));
}

/* Of two predecessors one leads past the loop inside. */
unsigned nest_before(const struct plan *p, unsigned b)
{
    const struct func_block *block = &p->f->blocks[b];
    if (block->pred_count == 1)
        return block->preds[0];
    if (block->pred_count != 2)
        return NO_ID;
    return block->preds[0] == block->idom   ? block->preds[1]
           : block->preds[1] == block->idom ? block->preds[0]
                                            : NO_ID;
}

static bool add_guard(struct nest_shape *s, unsigned b)
{
    const struct plan *p = s->p;
    LLVMValueRef cond = p->selector_cond[b];
    if (!cond || !is_in_front(s, cond))
        return false;
    struct plan_guard guard = {cond,
                               p->f->blocks[b].preds[p->selector_true[b]] == nest_before(p, b)};
    VEC_PUSH(p->f->arena, &s->n->guards, guard);
    return true;
}

static void add_block(struct nest_shape *s, unsigned b, unsigned level, enum nest_place place)
{
    struct arena *arena = s->p->f->arena;
    VEC_PUSH(arena, &s->blocks, ((struct nest_block){b, level ? NEST_BETWEEN : place}));
    if (!level && place == NEST_HEAD)
        VEC_PUSH(arena, &s->n->head, b);
    if (!level && place == NEST_TAIL)
        VEC_PUSH(arena, &s->n->tail, b);
}

/* From the latch back to the loop inside. */
static bool find_head(struct nest_shape *s, unsigned level)
{
    const struct func *f = s->p->f;
    unsigned l = s->n->loops[level], inside = s->n->loops[level + 1];
    for (unsigned b = f->loops[l].latch; b != f->loops[inside].latch; b = nest_before(s->p, b)) {
        if (b == NO_ID || f->blocks[b].loop != l || b == f->loops[l].header ||
            (f->blocks[b].pred_count > 1 && !add_guard(s, b)))
            return false;
        add_block(s, b, level, NEST_HEAD);
    }
    return true;
}

/* From the loop inside back to the header. */
static bool find_tail(struct nest_shape *s, unsigned level)
{
    const struct func *f = s->p->f;
    unsigned l = s->n->loops[level], b = f->loops[s->n->loops[level + 1]].preheader;
    for (;; b = f->blocks[b].preds[0]) {
        if (f->blocks[b].loop != l || nest_place_of_block(s, b) != NEST_OUTSIDE)
            return false;
        add_block(s, b, level, NEST_TAIL);
        if (b == f->loops[l].header)
            return true;
        if (f->blocks[b].pred_count != 1)
            return false;
    }
}

/* No block but these, and one way out. */
static bool is_all(const struct nest_shape *s)
{
    const struct func *f = s->p->f;
    unsigned outer = s->n->loops[0], found = 0;
    for (unsigned b = 0; b < f->block_count; b++)
        found += func_loop_contains(f, outer, f->blocks[b].loop);
    for (unsigned i = 0; i < s->blocks.count; i++) {
        unsigned b = s->blocks.items[i].block;
        for (unsigned k = 0; k < f->blocks[b].succ_count; k++) {
            unsigned to = f->blocks[f->blocks[b].succs[k]].loop;
            if (!func_loop_contains(f, outer, to) &&
                (b != f->loops[outer].latch || to != f->loops[outer].parent))
                return false;
        }
    }
    return found == s->blocks.count;
}

static bool loops_fit(const struct nest_shape *s)
{
    const struct func *f = s->p->f;
    for (unsigned i = 0; i < s->n->depth; i++) {
        const struct func_loop *loop = &f->loops[s->n->loops[i]];
        if (s->p->schedule[s->n->loops[i]] != SCHEDULE_STORE || !loop->trips ||
            !is_in_front(s, loop->trips) || loop->preheader == NO_ID)
            return false;
    }
    return true;
}

bool nest_shape_find(struct nest_shape *s)
{
    const struct func *f = s->p->f;
    unsigned body = f->loops[s->n->loops[s->n->depth - 1]].header;
    if (!loops_fit(s))
        return false;
    VEC_PUSH(f->arena, &s->blocks, ((struct nest_block){body, NEST_BODY}));
    for (unsigned level = 0; level + 1 < s->n->depth; level++)
        if (!find_head(s, level) || !find_tail(s, level))
            return false;
    return is_all(s);
}
