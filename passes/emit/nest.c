/* The adjoint of a nest of loops that gathers is in nest_gather.c; of one that has the outermost
 * loop innermost (plan/nest.h):
 *
 *     for strips of iterations of the outermost loop, the last one first
 *         for its iterations, backwards: what is behind the loops inside
 *         for all iterations of the loops inside, and for its iterations: the body
 *         for its iterations, backwards: what is in front of the loops inside
 *
 * Adjoints that go from one of these parts to another are in arrays, in their slots only while a
 * part runs. */
#include "emit/derivative.h"
#include "plan/nest.h"
#include "plan/nest_shape.h"

struct nest {
    struct gen *g;
    const struct plan_nest *n;
    unsigned outer;
    LLVMValueRef start, end;        /* slots: the iterations of the strip */
    LLVMValueRef trips[NEST_DEPTH]; /* of the loops */
};

static LLVMBasicBlockRef begin_block(struct gen *g)
{
    LLVMBasicBlockRef block = gen_block(g);
    LLVMBuildBr(g->b, block);
    LLVMPositionBuilderAtEnd(g->b, block);
    gen_new_stretch(g);
    return block;
}

/* Goes on behind a loop if the condition holds, else again. */
static void end_loop(struct gen *g, LLVMBasicBlockRef again, LLVMValueRef done)
{
    LLVMBasicBlockRef behind = gen_block(g);
    LLVMBuildCondBr(g->b, done, behind, again);
    LLVMPositionBuilderAtEnd(g->b, behind);
    gen_new_stretch(g);
}

static LLVMValueRef load_i64(struct gen *g, LLVMValueRef slot)
{
    return LLVMBuildLoad2(g->b, gen_i64(g), slot, "");
}

/* The loop from iteration `first` on, up to `end`. */
static LLVMBasicBlockRef begin_upwards(struct gen *g, unsigned l, LLVMValueRef first)
{
    LLVMBuildStore(g->b, first, gen_reverse_counter(g, l));
    return begin_block(g);
}

static void end_upwards(struct gen *g, unsigned l, LLVMBasicBlockRef again, LLVMValueRef end)
{
    LLVMValueRef counter = gen_reverse_counter(g, l),
                 next = LLVMBuildNUWAdd(g->b, load_i64(g, counter), gen_const_i64(g, 1), "");
    LLVMBuildStore(g->b, next, counter);
    end_loop(g, again, LLVMBuildICmp(g->b, LLVMIntEQ, next, end, ""));
}

/* The iterations of the strip, the last one first. */
static LLVMBasicBlockRef begin_backwards(struct nest *s)
{
    struct gen *g = s->g;
    LLVMValueRef last = LLVMBuildNUWSub(g->b, load_i64(g, s->end), gen_const_i64(g, 1), "");
    LLVMBuildStore(g->b, last, gen_reverse_counter(g, s->outer));
    return begin_block(g);
}

static void end_backwards(struct nest *s, LLVMBasicBlockRef again)
{
    struct gen *g = s->g;
    LLVMValueRef counter = gen_reverse_counter(g, s->outer), count = load_i64(g, counter),
                 done = LLVMBuildICmp(g->b, LLVMIntEQ, count, load_i64(g, s->start), "");
    LLVMBuildStore(g->b, LLVMBuildSub(g->b, count, gen_const_i64(g, 1), ""), counter);
    end_loop(g, again, done);
}

/* ---- adjoints from one part to another ---- */

/* Where that of v is for the current iteration. */
static LLVMValueRef place_of(struct nest *s, unsigned v, unsigned direction)
{
    struct gen *g = s->g;
    LLVMTypeRef t = LLVMTypeOf(g->f->values[v]);
    LLVMValueRef *array = &g->kept[v * g->width + direction],
                 count = load_i64(g, gen_reverse_counter(g, s->outer)),
                 index = LLVMBuildNUWSub(g->b, count, load_i64(g, s->start), "");
    if (!*array)
        *array = gen_stack_slot(g, LLVMArrayType2(t, s->n->strip), false);
    return LLVMBuildInBoundsGEP2(g->b, t, *array, &index, 1, "");
}

typedef void move_adjoint(struct nest *s, unsigned v, unsigned direction);

static void keep(struct nest *s, unsigned v, unsigned direction)
{
    LLVMValueRef place = place_of(s, v, direction);
    LLVMBuildStore(s->g->b, gen_take_adjoint(s->g, v, direction), place);
}

static void keep_more(struct nest *s, unsigned v, unsigned direction)
{
    struct gen *g = s->g;
    LLVMValueRef place = place_of(s, v, direction), more = gen_take_adjoint(g, v, direction),
                 old = LLVMBuildLoad2(g->b, LLVMTypeOf(more), place, "");
    enum accumulate how = g->plan->in_order ? ACCUMULATE_ADD : ACCUMULATE_ADD_VECTOR;
    LLVMBuildStore(g->b, gen_accumulate(g, how, old, more, NULL), place);
}

static void bring(struct nest *s, unsigned v, unsigned direction)
{
    struct gen *g = s->g;
    LLVMValueRef kept =
        LLVMBuildLoad2(g->b, LLVMTypeOf(g->f->values[v]), place_of(s, v, direction), "");
    LLVMBuildStore(g->b, kept, gen_adjoint_slot(g, v, direction));
}

static void drop(struct nest *s, unsigned v, unsigned direction)
{
    (void)gen_take_adjoint(s->g, v, direction);
}

static void for_sums(struct nest *s, move_adjoint *move)
{
    for (unsigned i = 0; i < s->n->sums.count * s->g->width; i++)
        move(s, s->n->sums.items[i / s->g->width].next, i % s->g->width);
}

static void for_kept(struct nest *s, move_adjoint *move)
{
    for (unsigned i = 0; i < s->n->kept.count * s->g->width; i++)
        move(s, s->n->kept.items[i / s->g->width], i % s->g->width);
}

/* What a sum starts from has the adjoint of the sum. */
static void add_to_first(struct nest *s, unsigned i, unsigned direction)
{
    struct gen *g = s->g;
    const struct plan_sum *sum = &s->n->sums.items[i];
    if (!gen_is_active(g, sum->first))
        return;
    LLVMValueRef kept =
        LLVMBuildLoad2(g->b, LLVMTypeOf(sum->first), place_of(s, sum->next, direction), "");
    gen_add_adjoint(g, sum->first, direction, kept, NULL);
}

/* ---- the parts ---- */

static void head(struct nest *s)
{
    LLVMBasicBlockRef again = begin_backwards(s);
    for (unsigned i = 0; i < s->n->head.count; i++)
        gen_reverse_straight(s->g, s->n->head.items[i],
                             nest_before(s->g->plan, s->n->head.items[i]));
    for_sums(s, keep);
    for_kept(s, keep);
    end_backwards(s, again);
}

static void body(struct nest *s, unsigned pass)
{
    struct gen *g = s->g;
    const struct adjoint_block *program = &g->plan->program->nests[s->outer];
    LLVMBasicBlockRef again = begin_upwards(g, s->outer, load_i64(g, s->start));
    for_sums(s, bring);
    gen_reverse_part(g, g->f->loops[s->n->loops[s->n->depth - 1]].header, &program->parts[pass]);
    for_sums(s, drop);
    if (pass + 1 == program->count)
        for_kept(s, keep_more);
    g->reversing = NO_ID;
    end_upwards(g, s->outer, again, load_i64(g, s->end));
}

static void tail(struct nest *s)
{
    LLVMBasicBlockRef again = begin_backwards(s);
    for_kept(s, bring);
    for (unsigned i = 0; i < s->n->sums.count * s->g->width; i++)
        add_to_first(s, i / s->g->width, i % s->g->width);
    for (unsigned i = 0; i < s->n->tail.count; i++)
        gen_reverse_straight(s->g, s->n->tail.items[i], NO_ID);
    end_backwards(s, again);
}

static void loops_inside(struct nest *s)
{
    struct gen *g = s->g;
    LLVMBasicBlockRef again[NEST_DEPTH];
    for (unsigned k = 1; k < s->n->depth; k++)
        again[k] = begin_upwards(g, s->n->loops[k], gen_const_i64(g, 0));
    for (unsigned pass = 0; pass < s->n->passes; pass++)
        body(s, pass);
    for (unsigned k = s->n->depth; --k > 0;)
        end_upwards(g, s->n->loops[k], again[k], s->trips[k]);
}

static LLVMValueRef start_of_strip(struct nest *s)
{
    struct gen *g = s->g;
    LLVMValueRef zero = gen_const_i64(g, 0), length = gen_const_i64(g, s->n->strip),
                 end = load_i64(g, s->end);
    if (!s->n->strip)
        return zero;
    return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntUGT, end, length, ""),
                           LLVMBuildSub(g->b, end, length, ""), zero, "");
}

/* The loops inside run if all guards hold. */
static LLVMValueRef guards_hold(struct gen *g, const struct plan_nest *n)
{
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i < n->guards.count; i++) {
        LLVMValueRef holds = gen_reverse_operand(g, n->guards.items[i].cond);
        if (!n->guards.items[i].is_true)
            holds = LLVMBuildNot(g->b, holds, "");
        all = all ? LLVMBuildAnd(g->b, all, holds, "") : holds;
    }
    return all;
}

/* Loops of the order that the nest has been given. */
static void reorder(struct nest *s)
{
    struct gen *g = s->g;
    s->start = gen_stack_slot(g, gen_i64(g), false), s->end = gen_stack_slot(g, gen_i64(g), false);
    LLVMBuildStore(g->b, s->trips[0], s->end);
    LLVMBasicBlockRef again = begin_block(g);
    LLVMValueRef start = start_of_strip(s);
    LLVMBuildStore(g->b, start, s->start);
    head(s);
    loops_inside(s);
    tail(s);
    LLVMValueRef first = load_i64(g, s->start);
    LLVMBuildStore(g->b, first, s->end);
    end_loop(g, again, LLVMBuildIsNull(g->b, first, ""));
}

LLVMBasicBlockRef gen_nest(struct gen *g, unsigned l)
{
    struct nest s = {.g = g, .n = g->plan->nests[l], .outer = l};
    LLVMValueRef guard = guards_hold(g, s.n);
    LLVMBasicBlockRef otherwise = guard ? gen_block(g) : NULL, run = gen_block(g);
    if (guard)
        LLVMBuildCondBr(g->b, guard, run, otherwise);
    else
        LLVMBuildBr(g->b, run);
    LLVMPositionBuilderAtEnd(g->b, run);
    gen_new_stretch(g);
    for (unsigned k = 0; k < s.n->depth; k++)
        s.trips[k] = gen_reverse_operand(g, g->f->loops[s.n->loops[k]].trips);
    if (s.n->gathers.count)
        gen_nest_gathers(g, s.n, s.trips);
    else
        reorder(&s);
    return otherwise;
}
